// Whether two times can be compared at all.
#pragma once

#include "record/measurement.hpp"

namespace record {

/// How well the median is known, as a share of it (95 %): by the quartiles, all that a recording keeps of its samples.
/// Infinite of fewer than three.
[[nodiscard]] double scatter(const Times& times);

/// False where either median is known so badly that a ratio of them would be noise: then none is claimed.
[[nodiscard]] bool comparable(const Times& a, const Times& b);

}  // namespace record
