// A chain on a machine: how it may be cut there, and what the model says of each plan. Window, command line, lessons,
// claims, quizzes, recordings and figures all ask here, so that they all say the same.
#pragma once

#include "device/device.hpp"
#include "study/plans.hpp"

#include <string>

namespace study {

/// What cuts and what prices.
struct Machine {
  machine::Limits limits;    ///< of the device that runs; of the spec where none does
  machine::DeviceSpec spec;  ///< of the predictions
};
/// A machine that is known by its figures only.
[[nodiscard]] Machine machine_of(const machine::DeviceSpec& spec);
/// The device cuts, `spec` prices. A null device: as above.
[[nodiscard]] Machine machine_of(const device::Device* device, const machine::DeviceSpec& spec);

struct Study {
  std::shared_ptr<const chain::Chain> chain;
  machine::Limits limits{0};
  machine::DeviceSpec spec;
  std::vector<plan::FusionPlan> plans;         ///< unfused, fused, then those that were asked for
  std::vector<model::Prediction> predictions;  ///< as plans

  [[nodiscard]] const plan::FusionPlan& unfused() const { return plans.at(0); }
  [[nodiscard]] const plan::FusionPlan& fused() const { return plans.at(1); }
  /// One more plan, as `cuts` says it ("best", "every", "y.1,t3"): made, not added.
  [[nodiscard]] base::Expected<plan::FusionPlan> plan(const std::string& cuts) const;
  void add(plan::FusionPlan plan);
  /// Every legal cut that is not here yet, the least modelled time first. A mistake where the chain has too many.
  [[nodiscard]] base::Expected<void> add_all();
  /// Predicts anew, for another spec.
  void price(const machine::DeviceSpec& of);
  /// Predicts anew where these kernels were ordered in another way than it was priced for.
  void price_as(const record::Measurement& run);
};

/// `cuts` in words, beyond unfused and fused; "every" and "none" are those and add nothing; "all" adds every legal cut.
[[nodiscard]] base::Expected<Study> study_of(std::shared_ptr<const chain::Chain> chain, const Machine& machine,
                                             const std::vector<std::string>& cuts = {});

}  // namespace study
