// Numbers in prose: {crossings.unfused} is computed, never typed. A missing number prints as missing.
#pragma once

#include "lesson/lesson.hpp"
#include "lesson/quantity.hpp"
#include "lesson/slots.hpp"
#include "model/predict.hpp"
#include "record/measurement.hpp"
#include "study/study.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

/// Quantity -> value, such as "crossings.unfused" -> 4. Absent = not known; NaN = asked just now, so not shown.
/// A key may begin with a chain's name: "full-bias/crossings.fused".
using Quantities = std::map<std::string, double>;

/// crossings, reads, writes, bytes, kernels, time (cold), intensity of "unfused" and "fused"; ratio.* (unfused /
/// fused); saved.* and what the usual mistakes are made of (rereads, rewrites, vectors, operands.extra, tensor.bytes).
[[nodiscard]] Quantities predicted_quantities(const model::Prediction& unfused, const model::Prediction& fused);
/// The same, and of each plan behind them that a lesson has named: crossings.PLAN, ratio.*.PLAN (unfused / PLAN), ...
[[nodiscard]] Quantities predicted_quantities(const std::vector<model::Prediction>& plans);
/// "measured.time.fused", "measured.bytes.unfused", "measured.ratio.time", "measured.busy.unfused" (share of its
/// timeline in which a kernel ran), ...: what was measured, nothing else.
[[nodiscard]] Quantities measured_quantities(const record::Measurement& measurement);
/// Every chain of the lesson cut and predicted on `machine`, keys with the chain's name before them.
[[nodiscard]] Quantities predicted_quantities(const Lesson& lesson, const study::Machine& machine);
/// The same, and what the chains would take on other machines (machine_quantities).
[[nodiscard]] Quantities lesson_quantities(const Lesson& lesson, const study::Machine& machine);
/// Adds `quantities` under a chain's name.
void merge(Quantities& all, std::string_view chain, const Quantities& quantities);

/// The value under the chain's name, or else under none; nothing if it is absent or hidden.
[[nodiscard]] std::optional<double> value_of(const Quantities& quantities, std::string_view chain,
                                             std::string_view name);

/// The same as it is kept: NaN where it is hidden, infinite where too few or too scattered samples tell none.
[[nodiscard]] std::optional<double> kept_value(const Quantities& quantities, std::string_view chain,
                                               std::string_view name);
/// The name under which a calculator's number is kept, with its unit; any other name as it is.
[[nodiscard]] std::string_view kept_name(const Quantities& quantities, std::string_view name);
/// Under this name stands how well a measured quantity is known: a share of it, to 95 %.
[[nodiscard]] std::string scatter_of(std::string_view quantity);
/// The quantity that such a name is about; any other name as it is.
[[nodiscard]] std::string_view without_scatter(std::string_view name);
/// False of what was recorded or imported: a run here does not tell it.
[[nodiscard]] bool comes_with_a_run(std::string_view name);

/// Replaces {name} by the figure (said_value), {fact F; source S} by F. A missing number becomes the words for it, a
/// hidden one '?'. `chain` is meant where a name has no chain of its own. Code spans are left as they are; \{ is a
/// brace. `unrun`, if it is not empty, stands for what lacks_run() finds.
[[nodiscard]] std::string fill(std::string_view text, const Quantities& quantities, std::string_view chain = {},
                               std::string_view unrun = {});
/// The same for a table, where a ratio is written "2.70x".
[[nodiscard]] std::string fill_written(std::string_view text, const Quantities& quantities,
                                       std::string_view chain = {});
/// Whether it names a number that is missing and that a run would tell.
[[nodiscard]] bool lacks_run(std::string_view text, const Quantities& quantities, std::string_view chain);
/// Whether it says what a run comes to: by a measured quantity, or by a finding.
[[nodiscard]] bool tells_of_run(std::string_view text);
/// Names in braces that `text` uses, as written ("full-bias/crossings.fused").
[[nodiscard]] std::vector<std::string> names_in(std::string_view text);

}  // namespace lesson
