// The headline of a counted reveal: by hand against what was counted, digits under digits.
#pragma once

#include "plan/fusion_plan.hpp"
#include "record/measurement.hpp"

#include <optional>
#include <string>
#include <vector>

namespace charts {

/// Whose number, and the number, with the sum it comes from; padded so that digits of equal advances align.
struct HeadlineLine {
  std::string name, number;
  std::vector<std::size_t> differing;  ///< places (bytes of `number`) of digits that disagree with the first line's
  bool operator==(const HeadlineLine&) const = default;
};

struct Headline {
  std::vector<HeadlineLine> lines;  ///< by hand, then each count
  std::string difference;           ///< in percent and taken apart: "0.01 % fewer than by hand: ..."
  bool operator==(const Headline&) const = default;
};

/// Of one plan of a measurement. Nothing when its bytes were not counted.
[[nodiscard]] std::optional<Headline> headline(const plan::FusionPlan& plan, const record::Measurement& measurement);
/// Of several, a line each in this order; those that counted no bytes have none.
[[nodiscard]] std::optional<Headline> headline(const plan::FusionPlan& plan,
                                               const std::vector<const record::Measurement*>& measurements);

}  // namespace charts
