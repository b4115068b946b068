// How Hopper's copy engine sees the operands and results of a product: boxes of 64 columns in swizzled lines of 128
// bytes.
#pragma once

#include "codegen/product_work.hpp"

#include <string>

namespace codegen {

/// An operand of 16-bit elements: two dimensions, or four where it has several matrices (`inner` and `outer` of them).
[[nodiscard]] TensorMap operand_map(int value, chain::Dtype dtype, const OperandLayout& layout, std::int64_t inner,
                                    std::int64_t outer, int lines_of_box);
/// The coordinates of block `matrix` beyond the first two: ", matrix % 8 / 4, matrix / 8", or nothing.
[[nodiscard]] std::string map_coordinates(const OperandLayout& layout, const plan::Product& product,
                                          std::int64_t inner);
/// A tensor that lies as the product's result does, of so many matrices.
[[nodiscard]] TensorMap result_map(const chain::Chain& chain, int value, std::int64_t matrices,
                                   const plan::Product& product);

}  // namespace codegen
