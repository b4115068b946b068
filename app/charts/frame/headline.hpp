// The headline of a counted reveal: by hand against what was counted, digits under digits.
#pragma once

#include "plan/fusion_plan.hpp"
#include "record/measurement.hpp"

#include <optional>
#include <string>
#include <vector>

namespace charts {

/// Bytes [begin, end) of a line.
struct Span {
  std::size_t line = 0, begin = 0, end = 0;
  bool operator==(const Span&) const = default;
};

struct Headline {
  std::vector<std::string> lines;  ///< by hand, then each count; padded so that digits of equal advances align
  std::vector<Span> differing;     ///< digits of a count that disagree with the first line
  std::string difference;          ///< in percent and taken apart: "0.01 % fewer than by hand: ..."
  bool operator==(const Headline&) const = default;
};

/// Of one plan of a measurement. Nothing when its bytes were not counted.
[[nodiscard]] std::optional<Headline> headline(const plan::FusionPlan& plan, const record::Measurement& measurement);
/// Of several, a line each in this order; those that counted no bytes have none.
[[nodiscard]] std::optional<Headline> headline(const plan::FusionPlan& plan,
                                               const std::vector<const record::Measurement*>& measurements);

}  // namespace charts
