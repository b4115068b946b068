// From a chain to its measurement, the same way for the window and the command line.
#include "session/run.hpp"

#include <iterator>

namespace session {
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

base::Expected<std::vector<plan::FusionPlan>> plans_of(std::shared_ptr<const chain::Chain> chain,
                                                       const std::vector<plan::Cuts>& more,
                                                       const machine::Limits& limits) {
  using Kind = plan::Cuts::Kind;
  std::vector<plan::Cuts> all = {{.kind = Kind::every, .values = {}}, {.kind = Kind::none, .values = {}}};
  all.insert(all.end(), more.begin(), more.end());

  std::vector<plan::FusionPlan> plans;
  base::Diagnostics wrong;
  for (const plan::Cuts& cuts : all) {
    auto made = plan::segment(chain, cuts, limits);
    if (made) {
      plans.push_back(std::move(*made));
    } else {
      std::move(made.error().begin(), made.error().end(), std::back_inserter(wrong));
    }
  }
  if (!wrong.empty()) return std::unexpected(std::move(wrong));
  return plans;
}

std::vector<model::Prediction> predictions_of(const std::vector<plan::FusionPlan>& plans,
                                              const machine::DeviceSpec& spec) {
  std::vector<model::Prediction> predictions;
  for (const auto& plan : plans) predictions.push_back(model::predict(plan, spec));
  return predictions;
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

}  // namespace session
