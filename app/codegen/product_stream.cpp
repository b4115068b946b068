// The kernel for a few rows against packed weights: a block streams its columns over all of k, out of registers.
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

constexpr int most_rows = 8;  // columns of mma.sync's right operand

constexpr std::string_view stream_body = R"(
  using Sums = PackedStream<$type$, $bits$, $words$, $warps$, $m$, $ahead$>;
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

/// How a block streams: words of four columns that a lane takes, warps that share k, blocks on a multiprocessor, steps
/// whose loads are under way.
struct StreamShape {
  int words = 1, warps = 16, resident = 1, ahead = 4;
  [[nodiscard]] int columns() const { return 32 * words; }
};

/// Many words, unless that leaves too many multiprocessors without a block in the last turn. (H200, 2026-11-28, at 8192
/// x 28672: 45 us with 128 columns for int4, 66 for int8, 85 % of the multiprocessors busy; 51 and 72 with 64 columns.)
StreamShape stream_shape(const plan::Product& product, int bits, const Target& target) {
  constexpr double enough = 0.8;
  constexpr std::int64_t most_shared = 48 * 1024;
  StreamShape shape;
  for (const int words : {4, 2}) {
    const std::int64_t blocks = divided_up(product.n, 32 * words), at_once = target.multiprocessors;
    const std::int64_t turns = divided_up(blocks, at_once);
    if (static_cast<double>(blocks) < enough * static_cast<double>(turns * at_once)) continue;
    shape.words = words;
    break;
  }
  const std::int64_t left = std::int64_t{shape.warps} * product.m * shape.columns() * 4;  // bytes of sums
  if (divided_up(product.n, shape.columns()) > target.multiprocessors || left > most_shared) {
    shape.warps = 8;
    shape.resident = 2;
  }
  if (bits == 8) shape.ahead = 2;  // a step has twice as many words
  return shape;
}

}  // namespace

bool takes_stream(const ProductWork& work, const Target& target) {
  const plan::Product& product = work.first();
  if (target.compute_capability < 80 || !work.is_packed()) return false;
  if (work.families.size() > 1 || work.sums() > 1 || !work.rows.parts.empty()) return false;
  if (product.m > most_rows || product.matrices() > 1 || product.k % 16 != 0) return false;
  const std::int64_t element = chain::size_of(work.chain.values[product.left].dtype);
  const OperandLayout left = left_layout(product, element);
  return element == 2 && left.along_k && left.step == 1 && left.together >= 8 &&
         packed_layout(product, work.right_dtype()).together == 16;
}

Kernel lower_stream_product(const ProductWork& work, const Target& target) {
  const plan::Product& product = work.first();
  const Family& family = work.families.front();
  const int bits = chain::bits_of(work.right_dtype());
  const StreamShape shape = stream_shape(product, bits, target);
  Kernel kernel;
  kernel.group = work.number;
  kernel.entry = work.entry("");
  kernel.launch.grid = {divided_up(product.n, shape.columns()), 1, 1};
  kernel.launch.block = {shape.warps * 32, 1, 1};
  const std::vector<std::string> parameters = product_parameters(work, kernel);
  const std::string launch =
      fmt::format("Launch: {} blocks of {} threads; a block makes {} x {} elements, each of its {} warps a share of k.",
                  base::group_digits(kernel.launch.grid[0]), shape.warps * 32, product.m, shape.columns(), shape.warps);
  kernel.source = product_comment(
      work, {launch, "Tensor cores by mma.sync; weights go from memory to registers, and are unpacked there."});
  kernel.source += element_function(work, family) + "\n" + finish_function(work, family) + "\n";
  kernel.source += signature(kernel.entry, shape.warps * 32, parameters, shape.resident) + " {";
  const auto number = [](std::int64_t value) { return fmt::format("{}", value); };
  std::vector<std::string> finish = {"row", "column", fmt::format("sum{}", product.op)};
  for (std::string& pointer : finish_arguments(family)) finish.push_back(std::move(pointer));
  kernel.source +=
      fill(stream_body, {{"type", work.type(product.left)},
                         {"words", number(shape.words)},
                         {"warps", number(shape.warps)},
                         {"m", number(product.m)},
                         {"bits", number(bits)},
                         {"ahead", number(shape.ahead)},
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
