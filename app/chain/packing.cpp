// Packing along k, so that a byte holds two terms of one sum.
#include "chain/packing.hpp"

namespace chain {
namespace {

Mistake refused(std::string_view key, const Named& tensor, std::string_view dtype) {
  return mistake(key, {{"value", tensor.name},
                       {"shape", show(tensor.shape)},
                       {"dtype", dtype},
                       {"rows", std::to_string(tensor.shape.rows())},
                       {"columns", std::to_string(tensor.shape.columns())}});
}

}  // namespace

std::optional<Mistake> why_not_packed(const Named& tensor, Dtype dtype) {
  if (tensor.shape.dims.size() != 2) return refused("chain.packed_matrix", tensor, name(dtype));
  if (dtype == Dtype::i4 && tensor.shape.rows() % 2 != 0) return refused("chain.packed_odd", tensor, name(dtype));
  return std::nullopt;
}

ShapeOrMistake dequant_shape(const Named& weights, const Named& scales) {
  if (scales.shape.dims.size() == 1 && scales.shape.columns() == weights.shape.columns()) return weights.shape;
  return std::unexpected(mistake("chain.dequant_scales", {{"value", weights.name},
                                                          {"shape", show(weights.shape)},
                                                          {"scales", scales.name},
                                                          {"scales_shape", show(scales.shape)},
                                                          {"columns", std::to_string(weights.shape.columns())}}));
}

std::int64_t stored_at(const Shape& shape, Dtype dtype, std::int64_t element) {
  if (dtype != Dtype::i4) return element;
  const std::int64_t row = element / shape.columns(), column = element % shape.columns();
  return (row / 2 * shape.columns() + column) * 2 + row % 2;
}

}  // namespace chain
