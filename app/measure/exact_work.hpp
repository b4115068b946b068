// How long a chain takes in double, from its inputs on: elements of a product pull whole rows and columns with them.
#pragma once

#include "chain/chain.hpp"

#include <cstdint>
#include <vector>

namespace measure {

/// Multiplications, and elements computed or read beside them, that chain::unrounded takes for so many elements in each
/// of so many rows: about. Infinity where it would keep no row or column of a product for its next use.
[[nodiscard]] double exact_work(const chain::Chain& chain, int value, double rows, double elements_of_row);

/// Of these elements, in order, those in the first rows: all, half of the rows, a quarter, as many as chain::unrounded
/// has done in about a second. Empty where it has not done a few rows by then.
[[nodiscard]] std::vector<std::int64_t> affordable(const chain::Chain& chain, int value,
                                                   const std::vector<std::int64_t>& elements);

}  // namespace measure
