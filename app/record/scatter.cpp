// The scatter of a median from its quartiles; the counters' own as measured run against run.
#include "record/scatter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace record {

double scatter(const Times& times) {
  if (times.n < 3 || !(times.median.value > 0)) return std::numeric_limits<double>::infinity();
  // The median lies within 0.98 sqrt(n) ranks of the middle one, a quartile n/4 from it. More than half of what lies
  // between the quartiles is doubted of few samples; never less, for of two humps more samples know no better middle.
  const double between = times.q3.value - times.q1.value;
  return std::max(0.5, 2.5 / std::sqrt(static_cast<double>(times.n))) * between / times.median.value;
}

bool comparable(const Times& a, const Times& b) {
  constexpr double most = 0.5;
  return scatter(a) <= most && scatter(b) <= most;
}

double ratio_scatter(const Times& a, const Times& b) {
  return std::max(as_fast, std::hypot(scatter(a), scatter(b)));
}

bool same_time(const Times& a, const Times& b) {
  const auto [less, more] = std::minmax(a, b, [](const Times& x, const Times& y) { return x.median < y.median; });
  if (more.median.value <= less.median.value * (1 + as_fast)) return true;
  return less.median.value * (1 + scatter(less)) >= more.median.value * (1 - scatter(more));
}

double counter_scatter(base::Bytes of) {
  constexpr double share = 0.005, least = 0.2e6;
  return std::max(share * static_cast<double>(of.value), least);
}

bool same_bytes(base::Bytes a, base::Bytes b, Tier tier) {
  if (tier == Tier::counted) return a == b;
  const auto [less, more] = std::minmax({a.value, b.value});
  return static_cast<double>(more - less) <= counter_scatter(base::Bytes{more});
}

std::optional<base::Bytes> too_near(base::Bytes a, base::Bytes b, Tier tier) {
  if (a == b || !same_bytes(a, b, tier)) return std::nullopt;
  return base::Bytes{std::llround(counter_scatter(std::max(a, b)))};
}

}  // namespace record
