// What is said on the reveal: the guess against the result, whose result it is, what each plan did.
#pragma once

#include "charts/frame/findings.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace charts {

struct TripsMoment;

/// The guess that a reveal answers: of how many times as fast (as few), or of one plan's own number.
struct TripsGuess {
  Quantity quantity = Quantity::time;
  std::size_t plan = 1;  ///< whose bar it would be
  bool ratio = true;     ///< else the number itself
  double value = 0;
  bool operator==(const TripsGuess&) const = default;
};
/// Of several the first of: time, bytes, trips; a ratio before a plan's number.
[[nodiscard]] std::optional<TripsGuess> trips_guess(const ChartData& data);

/// What the bars are of: what was guessed, if anybody knows that of any plan; else time, bytes, trips.
[[nodiscard]] Quantity trips_quantity(const ChartData& data);
/// Whose numbers the bars are: the first measurement that has any of the quantity, else the model; nothing if neither.
[[nodiscard]] std::optional<Teller> trips_teller(const ChartData& data);

/// Which two plans the title, the gap and the other machine's ratio are of: fused and a plan of the lesson's own where
/// the page is about one and no guess is answered; else unfused and fused.
[[nodiscard]] std::pair<std::size_t, std::size_t> told_plans(const ChartData& data);

/// "You guessed 4 times faster. The clock says 3.9."
[[nodiscard]] std::string trips_title(const ChartData& data);
/// As long as a title may become, whatever the result.
[[nodiscard]] std::string longest_trips_title(const ChartData& data);

/// "4 workers, 4 shifts", "4 kernels"
[[nodiscard]] std::string plan_note(const plan::FusionPlan& plan, bool plain);
/// "12.1 ms", "8 trips"
[[nodiscard]] std::string trips_value(Quantity quantity, double value);
/// "8 trips · 1.07 GB": what else is known of a plan.
[[nodiscard]] std::string beside_value(const ChartData& data, std::size_t plan, const TripsMoment& moment);
/// "9.00 ms saved", "1.20 ms slower", or that nobody can tell; empty where a number is missing.
[[nodiscard]] std::string gap_said(const ChartData& data);
/// Whether that names a gap, which then has a bracket.
[[nodiscard]] bool has_gap(const ChartData& data);

/// "measured here on ..., 2026-11-21; recorded on NVIDIA H200: 4.07 times as fast": the longest first, for a line to
/// choose from.
[[nodiscard]] std::vector<std::string> whose_number(const ChartData& data, bool plain);

}  // namespace charts
