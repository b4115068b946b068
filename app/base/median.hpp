// The median of a few samples.
#pragma once

#include <algorithm>
#include <cassert>
#include <vector>

namespace base {

/// The middle one, or the mean of the two in the middle. Needs at least one.
[[nodiscard]] inline double median(std::vector<double> values) {
  assert(!values.empty());
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace base
