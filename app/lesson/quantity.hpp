// The quantities a lesson may ask for, give or print: their names, and how people write their values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

/// What a quantity's number means, and so how it is written and judged.
enum class Unit {
  crossings,
  reads,
  writes,
  kernels,
  tensors,
  bytes,
  seconds,
  ratio,
  percent,
  intensity,
  number,     ///< written in full
  bandwidth,  ///< bytes a second
  rate,       ///< operations a second
  own,        ///< of a calculator: what its lesson counts
};

/// The unit of a known quantity, "measured." before it or not; nothing if there is no such quantity.
/// QUANTITY.over.CHAIN is a ratio: of the same quantity of two chains. crossings.PLAN.of.TENSOR counts one tensor's.
[[nodiscard]] std::optional<Unit> unit_of(std::string_view quantity);
/// Every known quantity: "crossings.unfused", ..., "measured.time.fused".
[[nodiscard]] const std::vector<std::string_view>& quantity_names();
/// True of what a lesson may call a plan of its own: "statistics", "few-registers"; not of names that plans have
/// already.
[[nodiscard]] bool is_plan_name(std::string_view text);
/// Of "h200.time.statistics": the plan that a lesson has named, "statistics"; empty where none is meant.
[[nodiscard]] std::string_view named_plan_in(std::string_view quantity);
/// What a run measures: of unfused and fused, and of these plans.
[[nodiscard]] std::vector<std::string> measured_names(const std::vector<std::string>& plans);
/// Of "time.fused.over.cosine": what comes before, and the chain below the line; that is empty where there is none.
struct Compared {
  std::string_view quantity, chain;
};
[[nodiscard]] Compared compared(std::string_view quantity);
/// Of "crossings.unfused.of.y": what is counted. What counts no tensor alone stays as it is.
[[nodiscard]] std::string_view without_tensor(std::string_view quantity);
/// Of a calculator: "calculator.NAME.LINE" as texts name it, and behind it its unit, as everything else does.
[[nodiscard]] std::string calculator_quantity(std::string_view calculator, std::string_view line, std::string_view unit,
                                              bool set);
[[nodiscard]] bool is_calculated(std::string_view quantity);
/// True of one that was set, not worked out: a slider or a constant.
[[nodiscard]] bool is_set(std::string_view quantity);
/// As texts name it; any other quantity as it is.
[[nodiscard]] std::string_view without_unit(std::string_view quantity);
/// Whose it is; empty of any other quantity.
[[nodiscard]] std::string_view calculator_of(std::string_view quantity);
/// True of what no chain has to do with: the machine's own figures, imported ones and those of calculators.
[[nodiscard]] bool is_of_no_chain(std::string_view quantity);
/// True of what the model says of a chain on a GPU that we know ("h200.ratio.time"): the same on every machine.
[[nodiscard]] bool is_of_a_card(std::string_view quantity);
/// True of what is known where no machine has been measured: nothing of it hangs on the one at hand.
[[nodiscard]] bool needs_no_machine(std::string_view quantity);
/// True of what only a run, a recording or another program can tell.
[[nodiscard]] bool is_seen(std::string_view quantity);
/// True for numbers of things, which are either right or wrong.
[[nodiscard]] bool is_count(Unit unit);

/// The figure alone, as it stands in a sentence: "4", "537 MB", "2.00x", "50%".
[[nodiscard]] std::string show_value(std::string_view quantity, double value);
/// The figure with its noun: "4 crossings", "1 kernel", "537 MB", "2.00x".
[[nodiscard]] std::string show_quantity(std::string_view quantity, double value);

/// The noun of a count, of several: "crossings"; empty for what is no count.
[[nodiscard]] std::string_view noun_of(std::string_view quantity);

/// True if who knows `known` can work out `asked` (of the same chain): crossings, bytes and times tell each other,
/// the number of kernels tells none of them, and neither does what the machine can do. Of a calculator all that is
/// worked out tells all else, what was set tells nothing.
[[nodiscard]] bool gives_away(std::string_view known, std::string_view asked);

}  // namespace lesson
