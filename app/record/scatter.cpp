// The scatter of a median from its quartiles.
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

}  // namespace record
