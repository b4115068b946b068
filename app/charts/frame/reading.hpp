// One number of the comparison, known or missing with its reason: plan x quantity x source.
#pragma once

#include "charts/frame/chart_data.hpp"
#include "charts/frame/quantity.hpp"

#include <optional>
#include <string>
#include <vector>

namespace charts {

/// Who says it: the student, the model, or one of the measurements.
struct Teller {
  Source source = Source::guess;
  int measurement = -1;  ///< index into ChartData::measurements; -1 for guess, model and an empty slot
  bool operator==(const Teller&) const = default;
};

/// The rows of every plan in order: guess, model, measured, recorded. Slots make rows before there is a number.
[[nodiscard]] std::vector<Teller> tellers(const ChartData& data);
/// The stage from which on it is seen.
[[nodiscard]] Stage stage_of(Source source);
[[nodiscard]] inline Stage stage_of(const Teller& teller) {
  return stage_of(teller.source);
}
/// "guess", "model", "measured", "recorded"; with the device where two say the same, or
/// where it is not the one that the model is of.
[[nodiscard]] std::string label(const ChartData& data, const Teller& teller);

struct Reading;
/// The same beside one number of that teller's: what is by construction was not measured.
[[nodiscard]] std::string label(const ChartData& data, const Teller& teller, const Reading& of);

struct Spread {
  double q1 = 0, q3 = 0;
  int n = 0;
};

struct Reading {
  std::optional<double> value;   ///< crossings, bytes or seconds
  std::string missing;           ///< why there is none; empty = nobody has said anything yet
  std::optional<Spread> spread;  ///< of a measured time
  bool by_construction = false;  ///< counted from the loops, not by hardware
  bool at_dram = false;          ///< the model's bytes, where the DRAM sees others than the counting rule
};
/// The model's bytes as they may stand beside these measurements: at the DRAM in a cold run where hardware's counters
/// saw theirs there; by the counting rule where loops counted, or nobody.
[[nodiscard]] base::Bytes model_bytes(const model::Prediction& prediction,
                                      const std::vector<const record::Measurement*>& beside);
[[nodiscard]] Reading reading(const ChartData& data, std::size_t plan, const Teller& teller, Quantity quantity);

/// The measured reading that stands for the truth: live before recorded.
[[nodiscard]] Reading truth(const ChartData& data, std::size_t plan, Quantity quantity);
/// The teller of that truth; nothing if there is none.
[[nodiscard]] std::optional<Teller> truth_teller(const ChartData& data, std::size_t plan, Quantity quantity);

}  // namespace charts
