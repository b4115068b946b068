// From plans to their measurement.
#include "study/run.hpp"

#include <utility>

namespace study {
namespace {

/// Passes everything on, and says when samples are being taken.
class Announced final : public device::Experiment {
 public:
  Announced(std::unique_ptr<device::Experiment> inner, std::function<void(bool)> timing)
      : inner_(std::move(inner)), timing_(std::move(timing)) {}

  device::Evidence evidence(const device::Probe& probe) override { return inner_->evidence(probe); }
  device::Samples sample(const device::Batch& batch) override {
    const struct Told {
      const std::function<void(bool)>& timing;
      explicit Told(const std::function<void(bool)>& t) : timing(t) {
        if (timing) timing(true);
      }
      ~Told() {
        if (timing) timing(false);
      }
    } told(timing_);
    return inner_->sample(batch);
  }
  device::Counts count() override { return inner_->count(); }
  device::Trace trace() override { return inner_->trace(); }
  std::string submit() const override { return inner_->submit(); }
  std::string method() const override { return inner_->method(); }
  std::vector<std::vector<record::KernelCode>> code() const override { return inner_->code(); }
  std::optional<record::Measurement> recorded() const override { return inner_->recorded(); }

 private:
  std::unique_ptr<device::Experiment> inner_;
  std::function<void(bool)> timing_;
};

}  // namespace

std::string run_command(const chain::Chain& chain, const std::vector<std::string>& cuts) {
  std::string command = "onetrip run '" + chain::one_line(chain) + "'";
  for (const std::string& one : cuts) {
    const bool bare = one.find_first_of(" ~") == std::string::npos;  // a shell reads the others otherwise
    command += " --cuts " + (bare ? one : "'" + one + "'");
  }
  return command;
}

record::Measurement run(device::Device& device, const std::vector<plan::FusionPlan>& plans, const RunRequest& request,
                        const measure::OnProgress& progress, std::stop_token stop) {
  if (stop.stop_requested()) throw base::Cancelled();
  const device::RunSpec spec{.plans = plans, .seed = request.seed};
  auto prepared = device.prepare(spec);
  if (auto recorded = prepared->recorded()) return *std::move(recorded);
  Announced experiment(std::move(prepared), request.timing);
  return measure::collect(device, experiment, spec, request.rules, progress, std::move(stop), request.command);
}

}  // namespace study
