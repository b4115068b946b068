// This processor as a device.
#include "device/cpu/cpu_device.hpp"

#include "base/words.hpp"
#include "device/cpu/calibrate.hpp"
#include "device/cpu/engine.hpp"
#include "device/cpu/experiment.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace device::cpu {
namespace {

std::atomic<Fault> planted{Fault::none};

/// Row scratch holds a few values of a row; it should stay in half of L2.
constexpr std::int64_t values_of_a_row = 4;
constexpr std::int64_t assumed_l2 = std::int64_t{256} << 10;

class CpuDevice final : public Device {
 public:
  CpuDevice() : engine_(std::make_shared<Engine>()) {
    for (const machine::DeviceSpec& known : machine::known_devices()) {
      const bool same = known.name == engine_->processor().name && known.processors == engine_->pool().size();
      if (known.id == "here" && same) adopt(known);
    }
  }

  [[nodiscard]] std::string id() const override { return "cpu"; }
  [[nodiscard]] std::string name() const override {
    const int threads = engine_->pool().size();
    return base::say(
        threads == 1 ? "device.cpu.name.one" : "device.cpu.name",
        {{"processor", engine_->processor().name}, {"threads", std::to_string(threads)}, {"target", kernels().target}});
  }
  [[nodiscard]] record::Tier tier() const override { return record::Tier::counted; }
  [[nodiscard]] bool live() const override { return true; }
  [[nodiscard]] std::optional<machine::DeviceSpec> spec() const override {
    const std::lock_guard lock(spec_mutex_);
    return spec_;
  }
  [[nodiscard]] plan::Limits limits() const override {
    const std::int64_t l2 = engine_->processor().l2.value > 0 ? engine_->processor().l2.value : assumed_l2;
    return {l2 / (values_of_a_row * chain::size_of(chain::Dtype::f32))};
  }
  [[nodiscard]] bool can_calibrate() const override { return true; }
  [[nodiscard]] machine::DeviceSpec calibrate(const std::function<void(double, std::string_view)>& progress,
                                              std::stop_token stop) override {
    machine::DeviceSpec spec = cpu::calibrate(*engine_, progress, stop);
    adopt(spec);
    return spec;
  }
  [[nodiscard]] std::unique_ptr<Experiment> prepare(const RunSpec& spec) override {
    return std::make_unique<CpuExperiment>(engine_, spec, planted);
  }

 private:
  void adopt(const machine::DeviceSpec& spec) {
    const std::lock_guard lock(spec_mutex_);
    spec_ = spec;
    if (spec.tile_elements > 0) engine_->set_tile(std::min(spec.tile_elements, reduction_tile));
  }

  std::shared_ptr<Engine> engine_;
  mutable std::mutex spec_mutex_;
  std::optional<machine::DeviceSpec> spec_;
};

}  // namespace

std::unique_ptr<Device> make_device() {
  return std::make_unique<CpuDevice>();
}

void plant(Fault fault) {
  planted = fault;
}

}  // namespace device::cpu
