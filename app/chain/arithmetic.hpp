// What each pointwise op computes, in double: for folding numbers and for the reference.
#pragma once

#include "chain/op.hpp"

#include <cstdint>

namespace chain {

/// A pointwise op other than cast and dropout on numbers; `y` is ignored where the arity is 1.
/// maximum and minimum give NaN if either operand is NaN, as every device does.
[[nodiscard]] double compute(Op op, double x, double y);

}  // namespace chain
