// The reference of a plan with products, group by group: each kernel is judged by what it found in memory.
#pragma once

#include "chain/ranking.hpp"
#include "device/device.hpp"

#include <vector>

namespace measure {

/// A long chain of products cannot be computed again from its inputs: an element of the second needs whole rows of the
/// first. So what the kernels left in memory is looked at, and each kernel's results are held against a reference that
/// reads the same numbers: all stored values are judged, and an error is found where it is made.
class Fed {
 public:
  /// Of the plan `index` of `spec`, which has a product.
  Fed(const device::RunSpec& spec, int index);

  /// Values to look at, outputs among them, each at the elements that are judged and those that later kernels need.
  [[nodiscard]] const std::vector<device::ProbedOutput>& asked() const { return asked_; }
  /// Of each of asked(): the elements that are judged.
  [[nodiscard]] const std::vector<std::vector<std::int64_t>>& judged() const { return judged_; }
  /// References of the judged elements of asked()[at], fed with these inputs and with what was seen there.
  [[nodiscard]] std::vector<chain::Bounded> references(std::size_t at, const chain::InputElement& inputs,
                                                       const std::vector<device::OutputEvidence>& seen) const;
  /// Of asked()[at], which are numbers of entries: how far what the device's (`got`) point at lies from what the
  /// references do (chain::chosen_apart).
  [[nodiscard]] std::vector<chain::Bounded> apart(std::size_t at, const chain::InputElement& inputs,
                                                  const std::vector<device::OutputEvidence>& seen,
                                                  const std::vector<double>& got,
                                                  const std::vector<chain::Bounded>& references) const;

 private:
  /// Elements of inputs, and what was seen of what kernels left.
  [[nodiscard]] chain::InputElement found(const chain::InputElement& inputs,
                                          const std::vector<device::OutputEvidence>& seen) const;
  [[nodiscard]] chain::Given read_by(const plan::Group& group) const;

  const plan::FusionPlan& plan_;
  const std::vector<bool> stored_;
  std::vector<device::ProbedOutput> asked_;
  std::vector<std::vector<std::int64_t>> judged_;
  std::vector<const plan::Group*> maker_;  ///< of each of asked_
};

}  // namespace measure
