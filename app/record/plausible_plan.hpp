// One plan before the door: what is known of it, and where what is wrong with it goes. Of this layer only.
#pragma once

#include "record/by_rule.hpp"
#include "record/plausibility.hpp"

namespace record {

struct PlanAtTheDoor {
  const Measurement& measurement;
  const PlanMeasurement& plan;
  std::size_t index;
  const ByRule& rule;
  const Bounds& bounds;
  bool halves;  ///< all values are of 16 bits
  Judgement& judgement;

  void flaw(Flaw::Part part, std::string_view field, std::string sentence) const;
  void doubt(std::string sentence) const { judgement.doubts.push_back(std::move(sentence)); }
};

/// "plans[1].cold_seconds"
[[nodiscard]] std::string field_of(std::size_t plan, std::string_view field);

/// Who made it: card, sheet, label and the way it was run.
void judge_identity(const Measurement& measurement, std::span<const machine::DeviceSpec> sheets, Judgement& out);
void judge_times(const PlanAtTheDoor& at);
/// Its cold time alone, whatever samples are kept of it.
void judge_cold(const PlanAtTheDoor& at);
void judge_bytes(const PlanAtTheDoor& at);
void judge_errors(const PlanAtTheDoor& at, const chain::Chain& chain);

}  // namespace record
