// The kernel for a few rows against weights of 4 bits: a block streams its columns over all of k, out of registers.
#include "base/units.hpp"
#include "codegen/fill.hpp"
#include "codegen/launch.hpp"
#include "codegen/lower.hpp"
#include "codegen/product_epilogue.hpp"
#include "codegen/product_shape.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace codegen {
namespace {

constexpr int most_rows = 4;  // of eight columns of mma.sync's right operand each takes two
constexpr int warps = 16;

constexpr std::string_view stream_body = R"(
  using Sums = PackedStream<$type$, $words$, $warps$, $m$>;
  constexpr int m = $m$, n = $n$, k = $k$, columns = Sums::columns;
  __shared__ f32 all[Sums::warps][m][columns];
  const int n0 = blockIdx.x * columns;
  Sums sums;
  sums.walk(p$left$, $left_line$, p$right$, n, n0, k);
  sums.leave(all);

  // What follows the sums, a pair of columns at a time.
  for (int pair = threadIdx.x; pair < m * columns / 2; pair += Sums::warps * 32) {
    const int row = pair / (columns / 2), own = pair % (columns / 2) * 2, column = n0 + own;
    if (column >= n) continue;
    const f32 sum$op$[2] = {Sums::total(all, row, own) * to_f32(p$scales$[column]),
                            Sums::total(all, row, own + 1) * to_f32(p$scales$[column + 1])};
    $finish$
  }
)";

/// Words of four columns that a lane takes: many, unless that leaves too many multiprocessors without a block in the
/// last turn. (H200, 2026-11-26, int4 at 8192 x 28672: 47 us with 128 columns, 85 % of them busy.)
int words_of(const plan::Product& product, const Target& target) {
  constexpr double enough = 0.8;
  for (const int words : {4, 2}) {
    const std::int64_t blocks = divided_up(product.n, 32 * words), at_once = target.multiprocessors;
    const std::int64_t turns = divided_up(blocks, at_once);
    if (static_cast<double>(blocks) >= enough * static_cast<double>(turns * at_once)) return words;
  }
  return 1;
}

}  // namespace

bool takes_stream(const ProductWork& work, const Target& target) {
  const plan::Product& product = work.first();
  if (target.compute_capability < 80 || work.right_dtype() != chain::Dtype::i4) return false;
  if (work.families.size() > 1 || work.sums() > 1 || !work.rows.parts.empty()) return false;
  if (product.m > most_rows || product.matrices() > 1 || product.k % 16 != 0) return false;
  const std::int64_t element = chain::size_of(work.chain.values[product.left].dtype);
  const OperandLayout left = left_layout(product, element);
  return element == 2 && left.along_k && left.step == 1 && left.together >= 4 &&
         packed_layout(product, work.right_dtype()).together == 16;
}

Kernel lower_stream_product(const ProductWork& work, const Target& target) {
  const plan::Product& product = work.first();
  const Family& family = work.families.front();
  const int words = words_of(product, target);
  Kernel kernel;
  kernel.group = work.number;
  kernel.entry = work.entry("");
  kernel.launch.grid = {divided_up(product.n, 32 * words), 1, 1};
  kernel.launch.block = {warps * 32, 1, 1};
  const std::vector<std::string> parameters = product_parameters(work, kernel);
  const std::string launch =
      fmt::format("Launch: {} blocks of {} threads; a block makes {} x {} elements, each of its {} warps a share of k.",
                  base::group_digits(kernel.launch.grid[0]), warps * 32, product.m, 32 * words, warps);
  kernel.source = product_comment(
      work, {launch, "Tensor cores by mma.sync; weights go from memory to registers, and are unpacked there."});
  kernel.source += element_function(work, family) + "\n" + finish_function(work, family) + "\n";
  kernel.source += signature(kernel.entry, warps * 32, parameters, 1) + " {";
  const auto number = [](std::int64_t value) { return fmt::format("{}", value); };
  std::vector<std::string> finish = {"row", "column", fmt::format("sum{}", product.op)};
  for (std::string& pointer : finish_arguments(family)) finish.push_back(std::move(pointer));
  kernel.source +=
      fill(stream_body, {{"type", work.type(product.left)},
                         {"words", number(words)},
                         {"warps", number(warps)},
                         {"m", number(product.m)},
                         {"n", number(product.n)},
                         {"k", number(product.k)},
                         {"left", number(product.left)},
                         {"left_line", number(left_layout(product, 2).line)},
                         {"right", number(product.right)},
                         {"op", number(product.op)},
                         {"scales", number(product.scales)},
                         {"finish", fmt::format("{}({});", work.function(family, "finish"), fmt::join(finish, ", "))}});
  kernel.source += "}\n";
  return kernel;
}

}  // namespace codegen
