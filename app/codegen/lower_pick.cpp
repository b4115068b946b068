// An entry of each row by its number: a sector of the row is read, not the row.
#include "base/units.hpp"
#include "codegen/fill.hpp"
#include "codegen/launch.hpp"
#include "codegen/lower.hpp"

#include <fmt/format.h>

namespace codegen {
namespace {

constexpr int pick_threads = 128;

constexpr std::string_view pick_body = R"({
  constexpr i64 rows = $rows$, columns = $columns$;
  const i64 row = i64(blockIdx.x) * $threads$ + threadIdx.x;
  if (row >= rows) return;
  const int column = p$numbers$[row];
  if (u32(column) >= u32(columns)) return;  // there is no such entry, and nothing to write
  p$write$[row] = p$from$[row * columns + column];
}
)";

}  // namespace

Kernel lower_pick(const plan::FusionPlan& plan, int number) {
  const chain::Chain& chain = *plan.chain;
  const int op = plan.groups[number].ops.front();
  const chain::Value& value = chain.values[op];
  const int from = value.operands[0].value, numbers = value.operands[1].value;
  const View view(plan, number);
  const auto text = [](std::int64_t count) { return fmt::format("{}", count); };
  Kernel kernel;
  kernel.group = number;
  kernel.entry = view.entry();
  kernel.options = {"-fmad=false"};
  kernel.arguments = {
      {Argument::Kind::tensor, from, 0}, {Argument::Kind::tensor, numbers, 0}, {Argument::Kind::tensor, op, 0}};
  kernel.launch.block = {pick_threads, 1, 1};
  kernel.launch.grid[0] = divided_up(view.rows, pick_threads);
  kernel.source = fmt::format("// Kernel {}, gather: an entry of each row, by its number; nothing is computed.\n{}\n",
                              number + 1, maths_line(view, op)) +
                  fmt::format("// Reads v{}: {}{}, of which one element a row is fetched\n{}\n{}\n", from,
                              view.type(from), chain::show(chain.values[from].shape),
                              tensor_line(view, "Reads", numbers), tensor_line(view, "Writes", op)) +
                  fmt::format("// Launch: {} blocks of {} threads, a thread a row.\n",
                              base::group_digits(kernel.launch.grid[0]), pick_threads) +
                  signature(kernel.entry, pick_threads,
                            {fmt::format("const {}* __restrict__ p{}", view.type(from), from),
                             fmt::format("const int* __restrict__ p{}", numbers),
                             fmt::format("{}* __restrict__ p{}", view.type(op), op)}) +
                  " " +
                  fill(pick_body, {{"rows", text(view.rows)},
                                   {"columns", text(view.columns)},
                                   {"threads", text(pick_threads)},
                                   {"numbers", text(numbers)},
                                   {"from", text(from)},
                                   {"write", text(op)}});
  return kernel;
}

}  // namespace codegen
