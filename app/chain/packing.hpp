// Weights of 8 or 4 bits: which matrices may be stored so, and where in memory an element lies.
#pragma once

#include "chain/dtype.hpp"
#include "chain/product_shape.hpp"

#include <cstdint>
#include <optional>

namespace chain {

/// Why a tensor of this shape cannot be of this packed dtype; nothing where it can. Packed are matrices; i4 share a
/// byte with a neighbour along k, so these have an even number of rows.
[[nodiscard]] std::optional<Mistake> why_not_packed(const Named& tensor, Dtype dtype);

/// [k, n] scaled by [n]: the shape of the first, or why they do not go together.
[[nodiscard]] ShapeOrMistake dequant_shape(const Named& weights, const Named& scales);

/// The number of an element in memory, of a tensor of this shape and dtype: what random data is made of, and what the
/// wire counts by. Elements lie in order, but for i4: (k, n) is the lower half of byte k / 2 * columns + n for even
/// k and its upper half for odd ones, which is number (k / 2 * columns + n) * 2 + k % 2.
[[nodiscard]] std::int64_t stored_at(const Shape& shape, Dtype dtype, std::int64_t element);

}  // namespace chain
