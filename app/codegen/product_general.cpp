// The kernel for any product on any card: tiles come into shared memory stage by stage while the ones before are
// multiplied.
#include "base/units.hpp"
#include "codegen/fill.hpp"
#include "codegen/launch.hpp"
#include "codegen/lower.hpp"
#include "codegen/product_epilogue.hpp"
#include "codegen/product_parts.hpp"
#include "codegen/product_shape.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace codegen {
namespace {

constexpr std::string_view general_body = R"(
  constexpr int rows = $rows$, columns = $columns$, depth = $depth$, stages = $stages$, threads = $threads$;  // a tile's
  constexpr int row_tiles = $row_tiles$, column_tiles = $column_tiles$, sums = $sums$, steps = $steps$;
  $m$
  using Left = Tile<$left_type$, $left_tile$>;    // lines run along $left_along$
  using Right = $right_tile$;  // lines run along $right_along$
  using Sums = $sums_type$;
  constexpr int stage_bytes = Left::bytes + sums * Right::bytes;
  extern __shared__ uint4 dynamic_shared[];
  unsigned char* const shared = reinterpret_cast<unsigned char*>(dynamic_shared);

  // Which tile this block makes.
  $matrix$
  int tile_row, tile_column;
  TileOrder{row_tiles, column_tiles}.find($tile$, tile_row, tile_column);
  $expert$
  $family$
  const int n = $n$;
  const int m0 = $first_row$, n0 = $tile_column$ * columns;
  const Matrix<$left_type$> left = {$left$};
  $named$
  $rights$

  // A ring of stages: while one is multiplied, the copies of the next ones are under way.
  const auto bring_in = [&](int step) {
    unsigned char* const stage = shared + step % stages * stage_bytes;
    const int k0 = step * depth;
    $bring_left$
    $bring_rights$
  };
  Sums sum[sums];
#pragma unroll
  for (int step = 0; step < stages - 1; ++step) {
    if (step < steps) bring_in(step);
    copy_commit();
  }
  $rolled$
  for (int step = 0; step < steps; ++step) {
    copy_wait<stages - 2>();
    __syncthreads();  // this stage is there for all; all have done with the one before, which is filled again
    if (step + stages - 1 < steps) bring_in(step + stages - 1);
    copy_commit();
    const unsigned char* const stage = shared + step % stages * stage_bytes;
#pragma unroll
    for (int s = 0; s < sums; ++s) sum[s].multiply(stage, stage + Left::bytes + s * Right::bytes);
  }

  $gather$
  $parts$
  // What follows the sums, a pair of columns at a time.
#pragma unroll
  for (int i = 0; i < Sums::pairs; ++i) {
    const int row = m0 + Sums::row(i), column = n0 + Sums::column(i);
    if (row >= m || column >= n) continue;
    $finish$
  }
  $leave_parts$
)";

/// What the threads of a block have of a row meets in shared memory.
constexpr std::string_view leave_text =
    R"(// What this tile leaves of each row: lanes that share it join theirs, then warps.
__syncthreads();  // the tiles in shared memory are done with
$type$* const of_warps = reinterpret_cast<$type$*>(shared);
#pragma unroll
for (int r = 0; r < own_rows; ++r) {
  k$number$_join_lanes<row_lanes>(parts[r]);
  const int row = Sums::row($first_pair$);
  if (threadIdx.x % row_lanes == 0) of_warps[threadIdx.x / 32 % row_warps * rows + row] = parts[r];
}
__syncthreads();
for (int r = threadIdx.x; r < rows && m0 + r < m; r += threads) {
  $type$ all = of_warps[r];
  for (int w = 1; w < row_warps; ++w) k$number$_join(all, of_warps[w * rows + r]);
  const i64 place = $matrix_row$ * column_tiles + tile_column;
  $store$
}
)";

class GeneralProduct {
 public:
  GeneralProduct(const ProductWork& work, const Target& target)
      : work_(work), parts_(work), shape_(general_shape(work, target)) {
    left_ = left_layout(work.first(), bytes(work.first().left));
    for (const Family& family : work.families) {
      for (const plan::Product& product : family.products) {
        rights_.push_back(work.is_packed() ? packed_layout(product, work.right_dtype())
                                           : right_layout(product, bytes(product.right)));
      }
    }
    right_along_k_ = rights_.front().along_k;
    right_together_ = shape_.async ? 16 : 0;
    for (OperandLayout& right : rights_) {
      if (right.along_k != right_along_k_) right = right.turned();
      right_together_ = std::min(right_together_, right.together);
    }
    if (!shape_.async) left_.together = 0;
  }

  Kernel lower() {
    Kernel kernel;
    kernel.group = work_.number;
    kernel.entry = work_.entry(parts_.any() ? "tiles" : "");
    const std::int64_t row_tiles = most_row_tiles(work_.first(), shape_.rows);
    kernel.launch.grid = {row_tiles * column_tiles(work_, shape_.columns) * work_.first().matrices(), 1, 1};
    kernel.launch.block = {shape_.threads, 1, 1};
    kernel.launch.dynamic_shared = shape_.shared;
    std::vector<std::string> parameters = product_parameters(work_, kernel);
    parts_.take(kernel, parameters, "");
    kernel.source = product_comment(work_, words(kernel)) + parts_.definitions();
    for (const Family& family : work_.families) {
      kernel.source += element_function(work_, family) + "\n" + finish_function(work_, family) + "\n";
    }
    kernel.source += signature(kernel.entry, shape_.threads, parameters, shape_.resident) + " {";
    kernel.source += fill(general_body, fillings());
    kernel.source += "}\n";
    return kernel;
  }

 private:
  [[nodiscard]] std::int64_t bytes(int value) const { return chain::size_of(work_.chain.values[value].dtype); }

  [[nodiscard]] std::vector<std::string> words(const Kernel& kernel) const {
    std::vector<std::string> lines;
    lines.push_back(fmt::format(
        "Launch: {} blocks of {} threads; a block makes {} x {} elements{}, {} of k at a time, {} stages in "
        "{} bytes of shared memory.",
        base::group_digits(kernel.launch.grid[0]), shape_.threads, shape_.rows, shape_.columns,
        work_.sums() > 1 ? fmt::format(" of {} products", work_.sums()) : "", shape_.depth, shape_.stages,
        base::group_digits(shape_.shared)));
    lines.emplace_back(
        shape_.tensor_cores ? "Tensor cores by mma.sync, one warp at a time; cp.async brings the tiles in."
        : shape_.async      ? "CUDA cores, one fused multiply-add after the other; cp.async brings the tiles in."
                            : "CUDA cores, one fused multiply-add after the other.");
    return lines;
  }

  [[nodiscard]] Fillings fillings() const {
    const plan::Product& product = work_.first();
    const bool left_k = left_.along_k, right_k = right_along_k_, several = product.matrices() > 1;
    std::vector<std::string> sizes;
    for (const Family& family : work_.families) sizes.push_back(fmt::format("{}", family.first().n));
    const auto number = [](std::int64_t value) { return fmt::format("{}", value); };
    return {
        {"rows", number(shape_.rows)},
        {"columns", number(shape_.columns)},
        {"depth", number(shape_.depth)},
        {"stages", number(shape_.stages)},
        {"threads", number(shape_.threads)},
        {"row_tiles", number(most_row_tiles(product, shape_.rows))},
        {"column_tiles", number(column_tiles(work_, shape_.columns))},
        {"sums", number(work_.sums())},
        {"steps", number(divided_up(product.k, shape_.depth))},
        {"rolled", shape_.rolled ? "#pragma unroll 1" : ""},
        {"m", product.experts.any() ? "" : fmt::format("constexpr int m = {};", product.m)},
        {"expert", expert()},
        {"first_row", product.experts.any() ? "own.row" : "tile_row * rows"},
        {"n", ProductWork::choose(sizes)},
        {"left_type", work_.type(product.left)},
        {"left_tile", left_k ? "rows, depth" : "depth, rows"},
        {"right_tile", right_tile()},
        {"left_along", left_k ? "k" : "m"},
        {"right_along", right_k ? "k" : "n"},
        {"sums_type", sums_type()},
        {"matrix", several ? "const int matrix = blockIdx.x / (row_tiles * column_tiles);" : ""},
        {"tile", several ? "blockIdx.x % (row_tiles * column_tiles)" : "blockIdx.x"},
        {"family", family_text(work_, shape_.columns)},
        {"tile_column", work_.families.size() > 1 ? "(tile_column - first_tile)" : "tile_column"},
        {"left", matrix_text(product, product.left, left_, 1)},
        {"rights", rights_text()},
        {"named", named()},
        {"bring_left", bring_left()},
        {"bring_rights", bring_rights()},
        {"gather",
         shape_.parts == 1
             ? ""
             : "#pragma unroll\nfor (int s = 0; s < sums; ++s) sum[s].gather(shared);\nif (Sums::part() > 0) return;"},
        {"parts", own_parts()},
        {"finish", finish_text()},
        {"leave_parts", leave_parts()},
    };
  }

  /// The rows that this thread brings in, where a table names them.
  [[nodiscard]] std::string named() const {
    const plan::Product& product = work_.first();
    if (product.left_table < 0) return {};
    return fmt::format("const NamedRows<Left, threads, {}> named = {{p{}, m0, m}};", left_.together,
                       product.left_table);
  }
  [[nodiscard]] std::string bring_left() const {
    if (work_.first().left_table >= 0) return "named.bring(stage, left, k0);";
    const bool fills = !(shape_.streams && left_.along_k);  // most of 16 rows are not there
    return fmt::format("bring_tile<Left, threads, {}{}>(stage, left, {});", left_.together, fills ? "" : ", false",
                       left_.along_k ? "m0, k0" : "k0, m0");
  }

  [[nodiscard]] std::string expert() const {
    if (!work_.first().experts.any()) return {};
    return "// Whose rows these are; rows from m on are the next expert's.\n" + expert_text(work_.first()) +
           "if (own.expert < 0) return;\nconst int m = own.end;";
  }

  [[nodiscard]] std::string right_tile() const {
    if (work_.right_dtype() == chain::Dtype::i4) return "Halves<depth, columns>";
    return fmt::format("Tile<{}, {}>", work_.type(work_.first().right),
                       right_along_k_ ? "columns, depth" : "depth, columns");
  }

  [[nodiscard]] std::string sums_type() const {
    if (work_.is_packed() && shape_.tensor_cores) {
      return fmt::format("PackedSums<Left, {}, Right, {}, {}, {}, {}>", left_.along_k,
                         chain::bits_of(work_.right_dtype()), shape_.down, shape_.across, shape_.parts);
    }
    const std::string tiles = fmt::format("Left, {}, Right, {}", left_.along_k, right_along_k_);
    return shape_.tensor_cores ? fmt::format("MmaSums<{}, {}, {}>", tiles, shape_.down, shape_.across)
                               : fmt::format("FmaSums<{}>", tiles);
  }

  /// "p1 + matrix / 8 * 4096, 8192, 1, 512, 8192": where the operand of this block's matrix starts, and how it lies.
  [[nodiscard]] static std::string matrix_text(const plan::Product& product, int tensor, const OperandLayout& layout,
                                               std::int64_t share) {
    std::string from = fmt::format("p{}", tensor);
    if (product.outer > 1 && layout.outer != 0) {
      from += product.inner == 1 ? fmt::format(" + i64(matrix) * {}", layout.outer)
                                 : fmt::format(" + i64(matrix / {}) * {}", product.inner, layout.outer);
    }
    if (product.inner > 1 && layout.inner != 0) {
      std::string inner = product.outer == 1 ? "matrix" : fmt::format("matrix % {}", product.inner);
      if (share > 1) inner += fmt::format(" / {}", share);
      from += fmt::format(" + i64({}) * {}", inner, layout.inner);
    }
    if (product.experts.any() && tensor == product.right) {
      from += fmt::format(" + i64(own.expert) * {}", product.experts.matrix);
    }
    const bool named = product.left_table >= 0 && tensor == product.left;  // its rows come by name
    return fmt::format("{}, {}, {}, {}, {}", from, layout.line, layout.step, named ? 0 : layout.lines, layout.run);
  }

  [[nodiscard]] std::string rights_text() const {
    std::string out = fmt::format("Matrix<{}> right[sums];\n", work_.type(work_.first().right));
    std::size_t first = 0;
    for (std::size_t f = 0; f < work_.families.size(); ++f) {
      const Family& family = work_.families[f];
      std::string lines;
      for (int s = 0; s < work_.sums(); ++s) {
        const std::size_t which = std::min<std::size_t>(s, family.products.size() - 1);
        const plan::Product& product = family.products[which];
        lines += fmt::format("right[{}] = {{{}}};\n", s,
                             matrix_text(product, product.right, rights_[first + which], product.share));
      }
      first += family.products.size();
      out += of_family(f, lines);
    }
    return out;
  }

  /// The lines where a block's family is this one.
  [[nodiscard]] std::string of_family(std::size_t f, const std::string& lines) const {
    if (work_.families.size() == 1) return lines;
    std::string out = fmt::format("if (family == {}) {{\n", f);
    for (std::size_t at = 0; at < lines.size();) {
      const std::size_t end = lines.find('\n', at);
      out += "  " + lines.substr(at, end - at) + "\n";
      at = end + 1;
    }
    return out + "}\n";
  }

  [[nodiscard]] std::string bring_rights() const {
    const std::string bring = fmt::format("bring_tile<Right, threads, {}>(stage + Left::bytes", right_together_);
    const std::string line = work_.right_dtype() == chain::Dtype::i4 ? "k0 / 2" : "k0";
    const std::string at = right_along_k_ ? "n0, k0" : line + ", n0";
    if (work_.sums() == 1) return fmt::format("{}, right[0], {});", bring, at);
    return fmt::format("#pragma unroll\nfor (int s = 0; s < sums; ++s) {} + s * Right::bytes, right[s], {});", bring,
                       at);
  }

  [[nodiscard]] std::string matrix_row() const {
    return work_.first().matrices() == 1 ? "row" : "i64(matrix) * m + row";
  }

  /// Two neighbouring sums; those of packed weights get their columns' scales.
  [[nodiscard]] static std::string sum_pair(const plan::Product& product, std::size_t s, const std::string& name) {
    if (product.scales < 0) {
      return fmt::format("const f32 {0}[2] = {{sum[{1}].at(i, 0), sum[{1}].at(i, 1)}};\n", name, s);
    }
    return fmt::format(
        "const f32 {0}[2] = {{sum[{1}].at(i, 0) * to_f32(p{2}[column]), column + 1 < n ? sum[{1}].at(i, 1) * "
        "to_f32(p{2}[column + 1]) : 0.0f}};\n",
        name, s, product.scales);
  }

  /// A thread has pairs of columns of some rows: which of these rows pair `pair` is of, and the first pair of row r.
  [[nodiscard]] std::string own_row(std::string_view pair) const {
    if (!shape_.tensor_cores) return fmt::format("{} / Sums::wide", pair);
    return fmt::format("{0} / (2 * Sums::wide) * 2 + {0}{1} % 2", pair, work_.is_packed() ? " / 4" : "");
  }
  [[nodiscard]] std::string first_pair() const {
    if (!shape_.tensor_cores) return "r * Sums::wide";
    return fmt::format("r / 2 * (2 * Sums::wide) + r % 2{}", work_.is_packed() ? " * 4" : "");
  }
  /// What a thread has of each of its rows. Lanes beside each other have other columns of the same rows, and so have
  /// the warps that stand across.
  [[nodiscard]] std::string own_parts() const {
    if (!parts_.any()) return {};
    const std::string lanes = shape_.tensor_cores ? fmt::format("4, row_warps = {}", shape_.across)
                                                  : "Sums::row_lanes, row_warps = Sums::row_warps";
    return fmt::format("constexpr int own_rows = Sums::high{}, row_lanes = {};\n{} parts[own_rows];",
                       shape_.tensor_cores ? " * 2" : "", lanes, parts_.type()) +
           own_numbers();
  }
  /// Which entry is picked of each of these rows.
  [[nodiscard]] std::string own_numbers() const {
    if (parts_.tables().empty()) return {};
    std::string out = "\n", load;
    for (const int table : parts_.tables()) {
      out += fmt::format("int at{}[own_rows];\n", table);
      load += fmt::format("at{0}[r] = row < m ? p{0}[{1}] : -1;\n", table,
                          operand_place(work_.families.front(), table, "(" + matrix_row() + ")", ""));
    }
    return out +
           fill(
               "#pragma unroll\nfor (int r = 0; r < own_rows; ++r) {\n  const int row = m0 + Sums::row($first_pair$);\n"
               "  $load$\n}",
               {{"first_pair", first_pair()}, {"load", load}});
  }
  [[nodiscard]] std::string leave_parts() const {
    if (!parts_.any()) return {};
    return fill(leave_text,
                {{"type", parts_.type()},
                 {"number", fmt::format("{}", work_.number + 1)},
                 {"first_pair", first_pair()},
                 {"matrix_row", work_.first().matrices() == 1 ? "i64(m0 + r)" : "(i64(matrix) * m + m0 + r)"},
                 {"store", parts_.store("all", "place")}});
  }

  [[nodiscard]] std::string finish_text() const {
    std::string out;
    for (std::size_t f = 0; f < work_.families.size(); ++f) {
      const Family& family = work_.families[f];
      std::string lines;
      std::vector<std::string> arguments = {matrix_row(), "column"};
      for (std::size_t s = 0; s < family.products.size(); ++s) {
        const std::string name = fmt::format("sum{}", family.products[s].op);
        lines += sum_pair(family.products[s], s, name);
        arguments.push_back(name);
      }
      for (std::string& pointer : finish_arguments(family)) arguments.push_back(std::move(pointer));
      for (const int table : parts_.tables()) arguments.push_back(fmt::format("at{}[{}]", table, own_row("i")));
      if (parts_.any()) arguments.emplace_back(fmt::format("parts[{}]", own_row("i")));
      lines += fmt::format("{}({});\n", work_.function(family, "finish"), fmt::join(arguments, ", "));
      out += of_family(f, lines);
    }
    return out;
  }

  const ProductWork& work_;
  const ProductParts parts_;
  const GeneralShape shape_;
  OperandLayout left_;
  std::vector<OperandLayout> rights_;  ///< of all families' products in order
  bool right_along_k_ = true;
  int right_together_ = 0;
};

}  // namespace

Kernel lower_general_product(const ProductWork& work, const Target& target) {
  return GeneralProduct(work, target).lower();
}

}  // namespace codegen
