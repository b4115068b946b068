// The device: who is there, what it can do, experiments on it.
#include "device/cuda_client/cuda_device.hpp"

#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "device/cuda_client/calibrate.hpp"
#include "device/cuda_client/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <unistd.h>

namespace device::cuda_client {
namespace {

namespace fs = std::filesystem;

/// The worker that came with this program.
std::string own_worker() {
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  const fs::path worker = program.parent_path() / "onetrip-worker";
  if (failed || ::access(worker.c_str(), X_OK) != 0) {
    throw DeviceError(base::say("cuda.no_worker_here", {{"path", worker.string()}}),
                      std::string(base::text("cuda.no_worker_here.remedy")));
  }
  std::string command = "exec " + shell_word(worker.string());
  try {
    command += " --cache " + shell_word((base::user_cache() / "cubin").string());
  } catch (const base::MachineError&) {
    // No place for user files: nothing is kept between runs.
  }
  return command;
}

const wire::RoleState* role(const wire::Capabilities& host, std::string_view name) {
  const auto found = std::ranges::find(host.roles, name, &wire::RoleState::role);
  return found == host.roles.end() ? nullptr : &*found;
}

std::vector<Part> parts_in(const wire::Capabilities& host) {
  std::vector<Part> parts;
  for (const wire::RoleState& state : host.roles) {
    parts.push_back({state.role, state.ready, state.reason, state.remedy, state.remedy_admin});
  }
  return parts;
}

/// Without a card, a driver or a compiler there is no device: the worker's own sentence says which; of a host elsewhere
/// with its name, since "here" is there.
void require(const wire::Capabilities& host, bool elsewhere) {
  for (const std::string_view name : {"run", "compile"}) {
    const wire::RoleState* state = role(host, name);
    if (state == nullptr) {
      throw DeviceError(std::string(base::text("cuda.wrong_answer")), std::string(base::text("cuda.update_worker")));
    }
    if (!state->ready) {
      const std::string reason =
          elsewhere ? base::say("cuda.host_says", {{"host", host.host}, {"reason", state->reason}}) : state->reason;
      throw NotReady(parts_in(host), {state->role, false, reason, state->remedy, state->remedy_admin});
    }
  }
  if (!host.card) {
    throw DeviceError(std::string(base::text("cuda.wrong_answer")), std::string(base::text("cuda.update_worker")));
  }
}

class CudaDevice final : public Device {
 public:
  CudaDevice(Options options, const std::stop_token& stop) : options_(std::move(options)) {
    connection_ = connect(stop);
    host_ = connection_->hello(false, stop);
    require(host_, !options_.command.empty());
    find_specs();
  }

  [[nodiscard]] std::string id() const override { return options_.id; }
  [[nodiscard]] std::string name() const override {
    const wire::Card& card = *host_.card;
    if (options_.command.empty()) return card.name;
    return base::say("cuda.name_on_host", {{"card", card.name}, {"host", host_.host}});
  }
  [[nodiscard]] std::string driver() const override { return host_.card->driver; }

  [[nodiscard]] record::Tier tier() const override {
    const std::lock_guard lock(mutex_);
    if (!counters_) {
      counters_ = false;
      try {
        const wire::Capabilities told = connection_->hello(true);
        const wire::RoleState* state = role(told, "count");
        counters_ = state != nullptr && state->ready;
      } catch (const base::MachineError&) {
        // The next experiment says what is wrong with the link.
      }
    }
    return *counters_ ? record::Tier::counters : record::Tier::times_only;
  }
  [[nodiscard]] std::vector<Part> parts(std::stop_token stop) const override {
    std::unique_lock lock(mutex_);
    const auto link = connection_;
    lock.unlock();
    const wire::Capabilities told = link->hello(true, stop);
    const wire::RoleState* state = role(told, "count");
    lock.lock();
    counters_ = state != nullptr && state->ready;
    return parts_in(told);
  }
  [[nodiscard]] bool live() const override { return true; }
  [[nodiscard]] std::optional<machine::DeviceSpec> spec() const override {
    const std::lock_guard lock(mutex_);
    return calibrated_ ? calibrated_ : sheet_;
  }
  [[nodiscard]] bool can_calibrate() const override { return true; }
  [[nodiscard]] machine::DeviceSpec calibrate(const std::function<void(double, std::string_view)>& progress,
                                              std::stop_token stop) override {
    const auto link = connection();
    machine::DeviceSpec spec = cuda_client::calibrate(*link, *host_.card, sheet_, progress, stop);
    const std::lock_guard lock(mutex_);
    calibrated_ = spec;
    return spec;
  }
  [[nodiscard]] std::vector<std::string> submits() const override { return {"stream", "graph"}; }
  [[nodiscard]] machine::Limits limits() const override { return options_.limits(target_of(*host_.card)); }

  [[nodiscard]] record::Target target() const override {
    const codegen::Target of = target_of(*host_.card);
    return {of.compute_capability, of.multiprocessors, of.shared_per_block, host_.card->l2, limits().persistent_row};
  }

  [[nodiscard]] std::unique_ptr<Experiment> prepare(const RunSpec& spec) override {
    const auto link = [this] { return connection(); };
    static_cast<void>(link());  // a broken one is replaced, and the card asked for anew
    Lowered lowered = lower(spec, target_of(*host_.card), options_.submit, options_.lower);
    return std::make_unique<CudaExperiment>(link, spec, std::move(lowered), host_);
  }

 private:
  [[nodiscard]] std::shared_ptr<Connection> connect(const std::stop_token& stop) const {
    return std::make_shared<Connection>(options_.command.empty() ? own_worker() : options_.command, options_.patience,
                                        stop);
  }

  [[nodiscard]] std::shared_ptr<Connection> connection() {
    const std::lock_guard lock(mutex_);
    if (connection_->broken()) {
      connection_ = connect({});
      const wire::Capabilities host = connection_->hello(false);
      require(host, !options_.command.empty());
      if (host.card->uuid != host_.card->uuid) {
        throw DeviceError(base::say("cuda.other_card", {{"card", host.card->name}, {"host", host.host}}),
                          std::string(base::text("cuda.other_card.remedy")));
      }
    }
    return connection_;
  }

  /// The data sheet of this very card (another one's times would mislead), and what was calibrated of it.
  void find_specs() {
    const auto letters = [](std::string_view text) {
      return fmt::format("{}", fmt::join(base::plain_words(text), ""));
    };
    const std::string card = letters(host_.card->name);
    for (const machine::DeviceSpec& known : machine::known_devices()) {
      if (known.kind != machine::Kind::gpu || !letters(known.name).starts_with(card)) continue;
      std::optional<machine::DeviceSpec>& found = known.calibrated_on.empty() ? sheet_ : calibrated_;
      if (!found) found = known;
    }
  }

  Options options_;
  mutable std::mutex mutex_;
  std::shared_ptr<Connection> connection_;
  wire::Capabilities host_;
  std::optional<machine::DeviceSpec> sheet_, calibrated_;
  mutable std::optional<bool> counters_;
};

}  // namespace

std::unique_ptr<Device> make_device(Options options, const std::stop_token& stop) {
  return std::make_unique<CudaDevice>(std::move(options), stop);
}

std::vector<Part> parts_of(const std::string& command, Patience patience, const std::stop_token& stop) {
  Connection connection(command.empty() ? own_worker() : command, patience, stop);
  return parts_in(connection.hello(true, stop));
}

bool driver_here() {
  std::error_code ignored;
  return fs::exists("/dev/nvidiactl", ignored) || fs::exists("/proc/driver/nvidia/version", ignored) ||
         fs::exists("/dev/dxg", ignored);
}

}  // namespace device::cuda_client
