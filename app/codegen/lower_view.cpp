// Views that a kernel must make: elements move to another place, nothing is computed.
#include "base/units.hpp"
#include "codegen/fill.hpp"
#include "codegen/launch.hpp"
#include "codegen/lower.hpp"

#include <fmt/format.h>

namespace codegen {
namespace {

constexpr int view_threads = 256;

constexpr std::string_view turned_text = R"({
  constexpr int side = $side$, high = $threads$ / side;
  constexpr i64 rows = $rows$, columns = $columns$, row_tiles = $row_tiles$, column_tiles = $column_tiles$;  // of the result
  __shared__ $type$ tile[side][side + 1];  // one more: a column's elements lie in different banks
  const i64 of_matrix = i64(blockIdx.x) % (row_tiles * column_tiles), matrix = i64(blockIdx.x) / (row_tiles * column_tiles);
  const i64 row0 = of_matrix / column_tiles * side, column0 = of_matrix % column_tiles * side;
  const int lane = threadIdx.x % side, line = threadIdx.x / side;
  const $type$* const from = p$read$ + matrix * rows * columns;
  $type$* const to = p$write$ + matrix * rows * columns;
#pragma unroll
  for (int y = line; y < side; y += high) {
    if (column0 + y < columns && row0 + lane < rows) tile[y][lane] = from[(column0 + y) * rows + row0 + lane];
  }
  __syncthreads();
#pragma unroll
  for (int y = line; y < side; y += high) {
    if (row0 + y < rows && column0 + lane < columns) to[(row0 + y) * columns + column0 + lane] = tile[lane][y];
  }
}
)";

constexpr std::string_view heads_text = R"({
  constexpr int width = $width$;
  constexpr i64 n = $elements$, rows = $rows$, heads = $heads$, part = $part$;  // a head has `part` columns
  const i64 i = (i64(blockIdx.x) * $threads$ + threadIdx.x) * width;
  if (i >= n) return;
  const i64 line = i / part, column = i % part;
  $place$
  store(p$write$ + i, load<width>(p$read$ + from * part + column));
}
)";

/// Of the result [.., heads, rows, part]; its operand is [.., rows, heads, part].
constexpr std::string_view split_place = R"(const i64 outer = line / rows / heads, head = line / rows % heads;
const i64 from = (outer * rows + line % rows) * heads + head;)";
/// Of the result [.., rows, heads, part]; its operand is [.., heads, rows, part].
constexpr std::string_view joined_place = R"(const i64 outer = line / heads / rows, row = line / heads % rows;
const i64 from = (outer * heads + line % heads) * rows + row;)";

}  // namespace

Kernel lower_view(const plan::FusionPlan& plan, int number) {
  const chain::Chain& chain = *plan.chain;
  const int op = plan.groups[number].ops.front();
  const chain::Value& value = chain.values[op];
  const int read = value.operands[0].value;
  const plan::Group alone{{op}, {}, {op}, plan.groups[number].schedule, plan.groups[number].engine};
  const View view(chain, alone, number, value.shape);
  const auto text = [](std::int64_t count) { return fmt::format("{}", count); };
  Kernel kernel;
  kernel.group = number;
  kernel.entry = view.entry();
  kernel.options = {"-fmad=false"};
  kernel.arguments = {{Argument::Kind::tensor, read, 0}, {Argument::Kind::tensor, op, 0}};
  kernel.launch.block = {view_threads, 1, 1};
  const std::int64_t rows = *(value.shape.dims.end() - 2), columns = value.shape.columns();
  std::string body, words;
  if (value.op == chain::Op::transpose) {
    constexpr int usual_side = 32;
    const auto& tile = plan.groups[number].knobs.tile;
    const int side = tile ? tile->rows : usual_side;
    const std::int64_t row_tiles = divided_up(rows, side), column_tiles = divided_up(columns, side);
    kernel.launch.grid[0] = row_tiles * column_tiles * (view.elements() / rows / columns);
    words = fmt::format("a block turns {0} x {0} elements in shared memory: it reads and writes whole lines.", side);
    body = fill(turned_text, {{"threads", text(view_threads)},
                              {"side", text(side)},
                              {"rows", text(rows)},
                              {"columns", text(columns)},
                              {"row_tiles", text(row_tiles)},
                              {"column_tiles", text(column_tiles)},
                              {"type", view.type(op)},
                              {"read", text(read)},
                              {"write", text(op)}});
  } else {
    const bool splits = value.op == chain::Op::heads;
    const chain::Shape& several = splits ? value.shape : chain.values[read].shape;  // [.., heads, rows, part]
    const std::int64_t part = several.columns();
    std::int64_t width = 16 / chain::size_of(value.dtype);
    while (part % width != 0) width /= 2;
    kernel.launch.grid[0] = divided_up(view.elements(), width * view_threads);
    words = fmt::format("each thread moves {} elements that lie side by side before and after.", width);
    body = fill(heads_text, {{"threads", text(view_threads)},
                             {"width", text(width)},
                             {"elements", text(view.elements())},
                             {"rows", text(*(several.dims.end() - 2))},
                             {"heads", text(*(several.dims.end() - 3))},
                             {"part", text(part)},
                             {"place", std::string(splits ? split_place : joined_place)},
                             {"read", text(read)},
                             {"write", text(op)}});
  }
  kernel.source = fmt::format("// Kernel {}, view: elements move, nothing is computed.\n{}\n// Reads v{}: {}{}\n{}\n",
                              number + 1, maths_line(view, op), read, view.type(read),
                              chain::show(chain.values[read].shape), tensor_line(view, "Writes", op)) +
                  knobs_line(plan.groups[number].knobs) +
                  fmt::format("// Launch: {} blocks of {} threads; {}\n", base::group_digits(kernel.launch.grid[0]),
                              view_threads, words) +
                  signature(kernel.entry, view_threads,
                            {fmt::format("const {}* __restrict__ p{}", view.type(read), read),
                             fmt::format("{}* __restrict__ p{}", view.type(op), op)}) +
                  " " + body;
  return kernel;
}

}  // namespace codegen
