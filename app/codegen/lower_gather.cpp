// Slices of a pool written one after the other: what attention reads through the table costs a trip there and back
// here.
#include "base/units.hpp"
#include "chain/gather.hpp"
#include "codegen/fill.hpp"
#include "codegen/launch.hpp"
#include "codegen/lower.hpp"

#include <fmt/format.h>

namespace codegen {
namespace {

constexpr int gather_threads = 256;

constexpr std::string_view gather_body = R"({
  constexpr int width = $width$;
  constexpr i64 n = $elements$, columns = $columns$, page = $page$, heads = $heads$, entries = $entries$;
  const i64 i = (i64(blockIdx.x) * $threads$ + threadIdx.x) * width;
  if (i >= n) return;
  const i64 line = i / columns, row = line % (entries * page), head = line / (entries * page) % heads;
  const i64 outer = line / (entries * page) / heads;
  const int slice = p$table$[outer * entries + row / page];
  if (u32(slice) >= $slices$u) return;  // there is no such slice, and nothing to write
  const i64 from = (i64(slice) * heads + head) * page + row % page;
  store(p$write$ + i, load<width>(p$pool$ + from * columns + i % columns));
}
)";

}  // namespace

Kernel lower_gather(const plan::FusionPlan& plan, int number) {
  const chain::Chain& chain = *plan.chain;
  const int op = plan.groups[number].ops.front();
  const chain::Value& value = chain.values[op];
  const int pool = value.operands[0].value, table = value.operands[1].value;
  const chain::Shape &of_pool = chain.values[pool].shape, &of_table = chain.values[table].shape;
  const plan::Group alone{{op}, {}, {op}, plan.groups[number].schedule, plan.groups[number].engine};
  const View view(chain, alone, number, value.shape);
  const auto text = [](std::int64_t count) { return fmt::format("{}", count); };
  const std::int64_t columns = of_pool.columns(), page = chain::page_rows(of_pool), slices = of_pool.dims.front();
  std::int64_t width = 16 / chain::size_of(value.dtype);
  while (columns % width != 0) width /= 2;
  Kernel kernel;
  kernel.group = number;
  kernel.entry = view.entry();
  kernel.options = {"-fmad=false"};
  kernel.arguments = {
      {Argument::Kind::tensor, pool, 0}, {Argument::Kind::tensor, table, 0}, {Argument::Kind::tensor, op, 0}};
  kernel.launch.block = {gather_threads, 1, 1};
  kernel.launch.grid[0] = divided_up(view.elements(), width * gather_threads);
  const auto tensor = [&](int index) {
    return fmt::format("// Reads v{}: {}{}", index, view.type(index), chain::show(chain.values[index].shape));
  };
  kernel.source =
      fmt::format("// Kernel {}, gather: slices of a pool in the order of a table; nothing is computed.\n{}\n",
                  number + 1, maths_line(view, op)) +
      fmt::format("{}, of which {} elements are fetched\n{}\n{}\n", tensor(pool), base::group_digits(view.elements()),
                  tensor(table), tensor_line(view, "Writes", op)) +
      fmt::format("// Launch: {} blocks of {} threads; each thread moves {} elements that lie side by side.\n",
                  base::group_digits(kernel.launch.grid[0]), gather_threads, width) +
      signature(
          kernel.entry, gather_threads,
          {fmt::format("const {}* __restrict__ p{}", view.type(pool), pool),
           fmt::format("const int* __restrict__ p{}", table), fmt::format("{}* __restrict__ p{}", view.type(op), op)}) +
      " " +
      fill(gather_body, {{"width", text(width)},
                         {"elements", text(view.elements())},
                         {"columns", text(columns)},
                         {"page", text(page)},
                         {"heads", text(of_pool.elements() / slices / page / columns)},
                         {"entries", text(of_table.columns())},
                         {"slices", text(slices)},
                         {"threads", text(gather_threads)},
                         {"pool", text(pool)},
                         {"table", text(table)},
                         {"write", text(op)}});
  return kernel;
}

}  // namespace codegen
