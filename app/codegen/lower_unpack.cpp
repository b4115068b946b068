// Packed weights that a kernel must write in full: what a product does on its way costs two more crossings here.
#include "base/units.hpp"
#include "codegen/fill.hpp"
#include "codegen/launch.hpp"
#include "codegen/lower.hpp"

#include <fmt/format.h>

namespace codegen {
namespace {

constexpr int unpack_threads = 256;

constexpr std::string_view unpack_body = R"({
  constexpr int width = $width$;
  constexpr i64 bytes = $bytes$, columns = $columns$;  // of the weights
  const i64 i = (i64(blockIdx.x) * $threads$ + threadIdx.x) * width;
  if (i >= bytes) return;
  const i64 line = i / columns, column = i % columns;
  const auto packed = load<width>(p$weights$ + i);
  const auto scale = load<width>(p$scales$ + column);
  $unpack$
}
)";

constexpr std::string_view whole_text = R"(Vec<$type$, width> row;
#pragma unroll
  for (int e = 0; e < width; ++e) row[e] = narrow<$type$>(to_f32(packed[e]) * to_f32(scale, e));
  store(p$write$ + line * columns + column, row);)";

constexpr std::string_view halves_text = R"(Vec<$type$, width> even, odd;  // neighbours along k: two rows
#pragma unroll
  for (int e = 0; e < width; ++e) {
    even[e] = narrow<$type$>(even_of(packed[e]) * to_f32(scale, e));
    odd[e] = narrow<$type$>(odd_of(packed[e]) * to_f32(scale, e));
  }
  store(p$write$ + 2 * line * columns + column, even);
  store(p$write$ + (2 * line + 1) * columns + column, odd);)";

}  // namespace

Kernel lower_unpack(const plan::FusionPlan& plan, int number) {
  const chain::Chain& chain = *plan.chain;
  const int op = plan.groups[number].ops.front();
  const chain::Value& value = chain.values[op];
  const int weights = value.operands[0].value, scales = value.operands[1].value;
  const plan::Group alone{{op}, {}, {op}, plan.groups[number].schedule, plan.groups[number].engine};
  const View view(chain, alone, number, value.shape);
  const auto text = [](std::int64_t count) { return fmt::format("{}", count); };
  const bool halves = chain.values[weights].dtype == chain::Dtype::i4;
  const std::int64_t columns = value.shape.columns(), bytes = chain.values[weights].bytes().value;
  std::int64_t width = 16 / chain::size_of(value.dtype);
  while (columns % width != 0) width /= 2;
  Kernel kernel;
  kernel.group = number;
  kernel.entry = view.entry();
  kernel.options = {"-fmad=false"};
  kernel.arguments = {
      {Argument::Kind::tensor, weights, 0}, {Argument::Kind::tensor, scales, 0}, {Argument::Kind::tensor, op, 0}};
  kernel.launch.block = {unpack_threads, 1, 1};
  kernel.launch.grid[0] = divided_up(bytes, width * unpack_threads);
  const Fillings fillings = {{"width", text(width)},     {"bytes", text(bytes)},
                             {"columns", text(columns)}, {"threads", text(unpack_threads)},
                             {"weights", text(weights)}, {"scales", text(scales)},
                             {"write", text(op)},        {"type", view.type(op)}};
  Fillings outer = fillings;
  outer.emplace_back("unpack", fill(halves ? halves_text : whole_text, fillings));
  const auto tensor = [&](std::string_view verb, int index) {
    return fmt::format("// {} v{}: {}{}\n", verb, index, view.type(index), chain::show(chain.values[index].shape));
  };
  kernel.source =
      fmt::format("// Kernel {}, unpack: packed weights become numbers, each times its column's scale.\n{}\n",
                  number + 1, maths_line(view, op)) +
      tensor("Reads", weights) + tensor("Reads", scales) + tensor_line(view, "Writes", op) + "\n" +
      fmt::format("// Launch: {} blocks of {} threads; each unpacks {} bytes that lie side by side{}.\n",
                  base::group_digits(kernel.launch.grid[0]), unpack_threads, width,
                  halves ? ", two rows' weights in each" : "") +
      signature(kernel.entry, unpack_threads,
                {fmt::format("const {}* __restrict__ p{}", view.type(weights), weights),
                 fmt::format("const {}* __restrict__ p{}", view.type(scales), scales),
                 fmt::format("{}* __restrict__ p{}", view.type(op), op)}) +
      " " + fill(unpack_body, outer);
  return kernel;
}

}  // namespace codegen
