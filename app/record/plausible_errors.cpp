// A plan's errors: that they are of an output, and that their numbers go together.
#include "base/units.hpp"
#include "base/words.hpp"
#include "record/plausible_plan.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace record {
namespace {

/// Not more than the other, but for rounding.
bool within(double less, double more) {
  return less <= more * (1 + 1e-9);
}

/// Of the bins that hold any, the one farthest from 0 on either side; -1 where none does.
int outermost(const std::vector<std::int64_t>& bins) {
  for (int steps = error_bins_a_side - 1; steps >= 0; --steps) {
    const auto above = static_cast<std::size_t>(error_bins_a_side + steps);
    const auto below = static_cast<std::size_t>(error_bins_a_side - 1 - steps);
    if (bins[above] > 0 || bins[below] > 0) return steps;
  }
  return -1;
}

/// What does not go together; empty if all does.
std::string contradiction(const Errors& errors, std::int64_t checked) {
  if (errors.count > checked || errors.not_finite > errors.count) {
    return std::string(base::text("record.lie.errors.count"));
  }
  const auto& bins = errors.histogram;
  const std::int64_t held = std::accumulate(bins.begin(), bins.end(), std::int64_t{0});
  if (bins.size() != error_bins || held != errors.finite()) {
    return base::say("record.lie.errors.bins",
                     {{"told", base::group_digits(held)}, {"own", base::group_digits(errors.finite())}});
  }
  if (!within(std::abs(errors.bias), errors.rms) || !within(errors.rms, errors.worst)) {
    return base::say("record.lie.errors.order", {{"bias", base::show_number(errors.bias, 3)},
                                                 {"rms", base::show_number(errors.rms, 3)},
                                                 {"worst", base::show_number(errors.worst, 3)}});
  }
  const int far = outermost(bins);
  if (far >= 0 && error_bin(errors.worst) != error_bins_a_side + far) {
    return std::string(base::text("record.lie.errors.worst"));
  }
  return {};
}

}  // namespace

void judge_errors(const PlanAtTheDoor& at, const chain::Chain& chain) {
  for (const Errors& errors : at.plan.errors) {
    const int value = chain.find(errors.output);
    const bool known =
        value >= 0 && chain.values[value].output && chain::name(chain.values[value].dtype) == errors.dtype;
    const std::string what =
        known ? contradiction(errors, at.plan.verdict.checked) : std::string(base::text("record.lie.errors.output"));
    if (what.empty()) continue;
    at.flaw(Flaw::Part::verdict, "errors",
            base::say("record.lie.errors", {{"plan", at.plan.plan}, {"output", errors.output}, {"what", what}}));
  }
}

}  // namespace record
