// The driver takes strides of a multiple of 16 bytes, also of a dimension that has one element.
#include "codegen/product_maps.hpp"

#include "codegen/launch.hpp"

#include <fmt/format.h>

namespace codegen {
namespace {

bool has_matrices(const OperandLayout& layout, std::int64_t inner, std::int64_t outer) {
  return (layout.inner != 0 && inner > 1) || (layout.outer != 0 && outer > 1);
}

}  // namespace

TensorMap operand_map(int value, chain::Dtype dtype, const OperandLayout& layout, std::int64_t inner,
                      std::int64_t outer, int lines_of_box) {
  TensorMap map{value, dtype, {layout.run, layout.lines}, {layout.line * 2}, {64, lines_of_box}, 128};
  if (layout.lines == 1) map.strides[0] = divided_up(layout.run * 2, 16) * 16;
  if (!has_matrices(layout, inner, outer)) return map;
  const std::int64_t whole = map.strides[0] * layout.lines;
  map.dims.push_back(layout.inner == 0 ? 1 : inner);
  map.strides.push_back(layout.inner == 0 ? whole : layout.inner * 2);
  map.dims.push_back(layout.outer == 0 ? 1 : outer);
  map.strides.push_back(layout.outer == 0 ? whole : layout.outer * 2);
  map.box.insert(map.box.end(), {1, 1});
  return map;
}

std::string map_coordinates(const OperandLayout& layout, const plan::Product& product, std::int64_t inner) {
  if (!has_matrices(layout, inner, product.outer)) return {};
  std::string in = product.outer == 1 ? "matrix" : fmt::format("matrix % {}", product.inner);
  if (product.share > 1 && inner != product.inner) in += fmt::format(" / {}", product.share);
  const std::string out = product.inner == 1 ? "matrix" : fmt::format("matrix / {}", product.inner);
  return fmt::format(", {}, {}", layout.inner == 0 || product.inner == 1 ? "0" : in,
                     layout.outer == 0 || product.outer == 1 ? "0" : out);
}

TensorMap result_map(const chain::Chain& chain, int value, std::int64_t matrices, const plan::Product& product) {
  TensorMap map{value, chain.values[value].dtype, {product.n, product.m}, {product.n * 2}, {64, 64}, 128};
  if (matrices == 1) return map;
  map.dims.push_back(matrices);
  map.strides.push_back(product.n * product.m * 2);
  map.box.push_back(1);
  return map;
}

}  // namespace codegen
