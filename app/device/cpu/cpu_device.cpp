// This processor as a device.
#include "device/cpu/cpu_device.hpp"

#include "base/words.hpp"
#include "device/cpu/calibrate.hpp"
#include "device/cpu/engine.hpp"
#include "device/cpu/experiment.hpp"
#include "machine/cards.hpp"
#include "machine/kept.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace device::cpu {
namespace {

std::atomic<Fault> planted{Fault::none};

constexpr std::string_view own_id = machine::here_id;

/// Row scratch holds a few values of a row; it should stay in half of L2.
constexpr std::int64_t values_of_a_row = 4;
constexpr std::int64_t assumed_l2 = std::int64_t{256} << 10;

class CpuDevice final : public Device {
 public:
  CpuDevice() : engine_(std::make_shared<Engine>()) { static_cast<void>(adopt_kept()); }

  [[nodiscard]] std::string id() const override { return "cpu"; }
  [[nodiscard]] std::string name() const override {
    const int threads = engine_->pool().size();
    return base::say("device.cpu.name", static_cast<std::uint64_t>(threads),
                     {{"processor", engine_->processor().name}, {"target", kernels().target}});
  }
  [[nodiscard]] record::Tier tier() const override { return record::Tier::counted; }
  [[nodiscard]] bool live() const override { return true; }
  [[nodiscard]] std::optional<machine::DeviceSpec> spec() const override {
    const std::lock_guard lock(spec_mutex_);
    return spec_;
  }
  [[nodiscard]] machine::Limits limits() const override {
    const std::int64_t l2 = engine_->processor().l2.value > 0 ? engine_->processor().l2.value : assumed_l2;
    return machine::Limits(l2 / (values_of_a_row * chain::size_of(chain::Dtype::f32)));
  }
  [[nodiscard]] bool can_calibrate() const override { return true; }
  [[nodiscard]] std::vector<std::string> notes() const override {
    const auto kept = machine::device_named(own_id);
    if (kept || !kept_) return {};
    return {kept.error().front().message + ". " + kept.error().front().hint};
  }
  [[nodiscard]] machine::DeviceSpec calibrate(const std::function<void(double, std::string_view)>& progress,
                                              std::stop_token stop) override {
    // What another program of this user measured since this one looked is as good, and as quiet.
    if (machine::kept_at(own_id) != kept_ && adopt_kept()) return *this->spec();
    machine::DeviceSpec spec = cpu::calibrate(*engine_, progress, stop);
    spec.persistent_row = {static_cast<double>(limits().persistent_row), std::string(base::text("device.told"))};
    adopt(spec);
    return spec;
  }
  [[nodiscard]] std::unique_ptr<Experiment> prepare(const RunSpec& spec) override {
    for (const plan::FusionPlan& plan : spec.plans) {
      if (const plan::Group* group = plan.with_knobs()) {
        throw DeviceError(base::say("device.cpu.knobs", {{"knobs", plan::text(group->knobs)}}),
                          std::string(base::text("device.cpu.knobs.hint")));
      }
      if (std::ranges::count(plan.groups, plan::Engine::library_epilogue, &plan::Group::engine) == 0) continue;
      throw DeviceError(std::string(base::text("device.cpu.no_library_epilogue")),
                        std::string(base::text("device.cpu.no_library_epilogue.hint")));
    }
    return std::make_unique<CpuExperiment>(engine_, spec, planted);
  }

 private:
  /// False if nothing was kept of this very processor.
  bool adopt_kept() {
    kept_ = machine::kept_at(own_id);
    bool found = false;
    for (const machine::DeviceSpec& known : machine::known_devices()) {
      if (known.id != own_id || !machine::is_of_this_machine(known)) continue;
      adopt(known);
      found = true;
    }
    return found;
  }
  void adopt(const machine::DeviceSpec& spec) {
    const std::lock_guard lock(spec_mutex_);
    spec_ = spec;
    if (spec.tile_elements > 0) engine_->set_tile(std::min(spec.tile_elements, reduction_tile));
  }

  std::shared_ptr<Engine> engine_;
  mutable std::mutex spec_mutex_;
  std::optional<machine::DeviceSpec> spec_;
  std::optional<std::filesystem::file_time_type> kept_;  ///< of the calibration that was looked at last
};

}  // namespace

std::unique_ptr<Device> make_device() {
  return std::make_unique<CpuDevice>();
}

void plant(Fault fault) {
  planted = fault;
}

}  // namespace device::cpu
