// The stopping rule.
#include "measure/stopping.hpp"

#include "record/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace measure {
namespace {

std::size_t fewest(const Kept& kept) {
  std::size_t least = kept.front().size();
  for (const auto& samples : kept) least = std::min(least, samples.size());
  return least;
}

/// Accumulated time of the plan that has most of it.
double accumulated(const Kept& kept) {
  double most = 0;
  for (const auto& samples : kept) most = std::max(most, std::accumulate(samples.begin(), samples.end(), 0.0));
  return most;
}

}  // namespace

bool enough(const Kept& kept, const Rules& rules) {
  const std::size_t have = fewest(kept);
  if (have >= static_cast<std::size_t>(rules.most)) return true;
  if (have < static_cast<std::size_t>(std::max(1, rules.least))) return false;
  if (have < static_cast<std::size_t>(rules.plenty) && accumulated(kept) < rules.wanted.value) return false;
  return std::all_of(kept.begin(), kept.end(),
                     [&](const auto& samples) { return record::median_error(samples) <= rules.noise; });
}

int expected_samples(const Kept& kept, const Rules& rules) {
  const auto have = static_cast<double>(fewest(kept));
  if (have == 0) return rules.least;
  if (have >= rules.plenty) return rules.most;
  const double by_time = std::ceil(have * rules.wanted.value / std::max(accumulated(kept), 1e-9));
  const double needed = std::min(by_time, static_cast<double>(rules.plenty));
  const double expected = std::max({needed, static_cast<double>(rules.least), have + 1});
  return static_cast<int>(std::min(expected, static_cast<double>(rules.most)));
}

}  // namespace measure
