// A product of rows in groups, each of which meets a matrix of its own: experts; and rows that are added up again.
#pragma once

#include "chain/chain.hpp"
#include "chain/product_shape.hpp"

#include <cstdint>
#include <vector>

namespace chain {

/// Groups that a kernel looks through for the one that a tile is of.
inline constexpr std::int64_t max_groups = 4096;

/// x [rows, d], w [experts, d, f], ends [experts]: [rows, f]. Rows up to ends[0] meet matrix 0, those from ends[e - 1]
/// to ends[e] matrix e.
[[nodiscard]] ShapeOrMistake grouped_shape(const Named& x, const Named& w, const Named& ends);

/// v [m, d], table [m]: [rows, d].
[[nodiscard]] ShapeOrMistake scattered_shape(const Named& v, const Named& table, std::int64_t rows);

/// The group that a row is of. Ends never fall, and the last is the number of rows.
[[nodiscard]] std::int64_t group_of(const std::vector<std::int64_t>& ends, std::int64_t row);

}  // namespace chain
