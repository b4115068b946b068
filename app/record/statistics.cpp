// Order statistics of samples.
#include "record/statistics.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace record {
namespace {

std::vector<double> sorted(std::span<const double> samples) {
  std::vector<double> copy(samples.begin(), samples.end());
  std::sort(copy.begin(), copy.end());
  return copy;
}

/// Between the two samples that stand around that share of the way.
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

Times summarise(std::span<const double> seconds) {
  assert(!seconds.empty());
  const std::vector<double> ordered = sorted(seconds);
  const auto n = static_cast<double>(ordered.size());
  const double mean = std::accumulate(ordered.begin(), ordered.end(), 0.0) / n;
  double squares = 0;
  for (const double x : ordered) squares += (x - mean) * (x - mean);
  Times times;
  times.median = {quantile(ordered, 0.5)};
  times.q1 = {quantile(ordered, 0.25)};
  times.q3 = {quantile(ordered, 0.75)};
  times.n = static_cast<int>(ordered.size());
  times.noise = ordered.size() > 1 && mean > 0 ? std::sqrt(squares / (n - 1)) / mean : 0;
  return times;
}

double median_error(std::span<const double> seconds) {
  // Below six samples even the extremes do not enclose the median with 95 %.
  if (seconds.size() < 6) return std::numeric_limits<double>::infinity();
  const std::vector<double> ordered = sorted(seconds);
  const auto n = static_cast<double>(ordered.size());
  // Ranks n/2 -+ 1.96 sqrt(n)/2, counted from 1 and rounded outwards.
  const double half = 0.98 * std::sqrt(n);
  const auto low = static_cast<std::size_t>(std::max(1.0, std::floor(n / 2 - half)));
  const auto high = static_cast<std::size_t>(std::min(n, std::ceil(n / 2 + half + 1)));
  const double median = quantile(ordered, 0.5);
  if (median <= 0) return std::numeric_limits<double>::infinity();
  return (ordered[high - 1] - ordered[low - 1]) / 2 / median;
}

}  // namespace record
