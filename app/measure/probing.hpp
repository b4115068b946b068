// Which elements of an output are compared with the reference.
#pragma once

#include "plan/fusion_plan.hpp"

#include <cstdint>
#include <vector>

namespace measure {

/// Places ascending, from 0 to below `count`, none twice.
[[nodiscard]] std::vector<std::int64_t> cleaned(std::vector<std::int64_t> places, std::int64_t count);

/// Elements of the reference that one row of `value` costs: its own and those of every reduction it needs.
[[nodiscard]] std::int64_t row_cost(const chain::Chain& chain, int value);

/// Elements to look at: first, last, both sides of tile, vector and row edges, 4096 by seed. Where a row is reduced on
/// the way: 64 whole rows (more of short ones, up to 4096 elements), as many as keep the reference under 4M element
/// evaluations, at least one; of a row above 65536 columns only its edges and 4096 columns. Where each element of a row
/// needs a reduction of its own, the output's ends and as many elements as that allows, at least 32. Sorted, none
/// twice.
[[nodiscard]] std::vector<std::int64_t> elements_to_check(const plan::FusionPlan& plan, int value, std::uint64_t seed);

/// Elements of a value that are judged where products are on the way: up to 32 rows x 32 columns, tile edges among
/// them (side by side where whole columns of what another kernel made are read); all, where that costs little. Of what
/// its kernel makes of whole rows of a product, as many rows as the reference can multiply in a second or two, at least
/// the first and the last.
[[nodiscard]] std::vector<std::int64_t> grid_to_check(const plan::FusionPlan& plan, int value, std::uint64_t seed);

}  // namespace measure
