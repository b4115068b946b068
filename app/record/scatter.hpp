// What two measured numbers can tell of each other: whether they can be compared at all, and whether they are the same.
#pragma once

#include "record/measurement.hpp"

namespace record {

/// How well the median is known, as a share of it (95 %), by the quartiles.
/// Infinite of fewer than three.
[[nodiscard]] double scatter(const Times& times);

/// False where either median is known so badly that a ratio of them would be noise: then none is claimed.
[[nodiscard]] bool comparable(const Times& a, const Times& b);

/// Where the samples scatter less than this, two plans are as fast as each other all the same: which of them ran first
/// makes as much. A share of the time.
inline constexpr double as_fast = 0.02;

/// How well the ratio of both medians is known, as a share of it; never better than `as_fast`.
[[nodiscard]] double ratio_scatter(const Times& a, const Times& b);
/// A ratio that is known no better is told with two digits, and "about".
inline constexpr double rough = 0.07;

/// Whether this clock cannot tell two medians apart: the intervals that they are known to (`scatter` of each) meet, or
/// their ratio is within `as_fast` of 1.
[[nodiscard]] bool same_time(const Times& a, const Times& b);

/// Bytes by which the hardware's counters may miss a count of this size: 0.5 % of it or 0.2 MB, whichever is more.
[[nodiscard]] double counter_scatter(base::Bytes of);

/// Whether two counts of bytes are the same as far as their tier can tell: by construction to the last byte, by the
/// hardware's counters within the `counter_scatter` of the larger.
[[nodiscard]] bool same_bytes(base::Bytes a, base::Bytes b, Tier tier);

/// What the counters are good to, of two counts that differ by less; nothing where they can tell them apart, where the
/// counts are one, and of loops.
[[nodiscard]] std::optional<base::Bytes> too_near(base::Bytes a, base::Bytes b, Tier tier);

}  // namespace record
