// Test data of ragged groups: where each of several groups of rows ends, the same on every host and device.
#pragma once

#include "base/random.hpp"

#include <cstdint>

namespace base {

/// Parts of all rows that the groups before place `place` have together. The first two places have none: one group is
/// empty and one has a single row. An eighth of the groups, at least one, has 64 parts each, several times the mean;
/// the others have 8 to 23. Fewer than four groups have only those.
[[nodiscard]] constexpr std::uint64_t ragged_parts(std::uint64_t place, std::uint64_t groups) {
  constexpr std::uint64_t large = 64, small = 8, differ = 16, together = differ * small + differ * (differ - 1) / 2;
  std::uint64_t before = 0;
  if (groups >= 4) {
    const std::uint64_t many = groups < 16 ? 1 : groups / 8;
    if (place <= 2) return 0;
    if (place <= 2 + many) return (place - 2) * large;
    place -= 2 + many;
    before = many * large;
  }
  const std::uint64_t some = place % differ;
  return before + place / differ * together + some * small + some * (some - 1) / 2;
}

/// Rows of the group at this place, the same for every seed: which group stands there is what a seed decides.
[[nodiscard]] constexpr std::uint64_t ragged_size(std::uint64_t place, std::uint64_t groups, std::uint64_t rows) {
  const std::uint64_t single = groups >= 4 && rows > 0 ? 1 : 0, shared = rows - single;
  if (single == 1 && place == 1) return 1;
  const std::uint64_t all = ragged_parts(groups, groups);
  return shared * ragged_parts(place + 1, groups) / all - shared * ragged_parts(place, groups) / all;
}

/// The row before which group `group` ends: each begins where the one before ends, and the last ends with the rows.
[[nodiscard]] constexpr std::uint64_t ragged_end(std::uint64_t seed, std::uint64_t stream, std::uint64_t group,
                                                 std::uint64_t groups, std::uint64_t rows) {
  std::uint64_t end = 0;
  for (std::uint64_t g = 0; g <= group; ++g) end += ragged_size(shuffled(seed, stream, g, groups), groups, rows);
  return end;
}

}  // namespace base
