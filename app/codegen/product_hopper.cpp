// Hopper's kernel: one block an SM walks through the tiles. A warpgroup brings tiles in by the copy engine, two
// multiply; while these finish a tile, the next one's operands come in already.
#include "base/units.hpp"
#include "codegen/fill.hpp"
#include "codegen/launch.hpp"
#include "codegen/lower.hpp"
#include "codegen/product_boxes.hpp"
#include "codegen/product_epilogue.hpp"
#include "codegen/product_maps.hpp"
#include "codegen/product_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace codegen {
namespace {

constexpr std::string_view hopper_body = R"(
  constexpr int rows = $rows$, columns = $columns$, depth = $depth$, stages = $stages$;  // a tile's
  constexpr int sums = $sums$, box = 64 * 64 * 2, left_bytes = rows * depth * 2, right_bytes = columns * depth * 2;
  constexpr int stage_bytes = left_bytes + sums * right_bytes;
  constexpr int row_tiles = $row_tiles$, column_tiles = $column_tiles$, tiles = $tiles$, steps = $steps$;
  $m$
  // A ring of stages, two boxes on their way out for each multiplying warpgroup, the barriers, and bias rows.
  extern __shared__ __align__(1024) unsigned char shared[];
  const u32 ring = shared_address(shared), staging = ring + stages * stage_bytes;
  const u32 full = staging + 4 * box, empty = full + 8 * stages;
  if (threadIdx.x == 0) {
    for (int s = 0; s < stages; ++s) {
      barrier_init(full + 8 * s, $arrivals$);
      barrier_init(empty + 8 * s, 2);
    }
    barriers_are_made();
    $fetch_maps$
  }
  __syncthreads();

  $place$
  const auto find = [&](int tile) {
    $matrix$
    int tile_row, tile_column;
    TileOrder{row_tiles, column_tiles}.find(tile % (row_tiles * column_tiles), tile_row, tile_column);
    $family$
    $first_row$
    n0 = $tile_column$ * columns;
  };
  const int role = threadIdx.x / 128;
  if (role == 0) {  // brings tiles in
    give_registers<40>();
    $producer$
    u32 round = 0;  // stages filled so far
    const auto next = [&](int bytes) {
      const u32 s = round % stages;
      barrier_wait(empty + 8 * s, (round / stages & 1) ^ 1);
      $expect$
      ++round;
      return s;
    };
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      find(tile);
      $skip_producer$
      $right_maps$
      $named$
      for (int k0 = 0; k0 < steps * depth; k0 += depth) {
        const u32 s = next($bytes$), to = ring + s * stage_bytes, barrier = full + 8 * s;
        $bring_left$
        $bring_rights$
      }
      $bring_operands$
    }
    return;
  }

  take_registers<232>();
  const int group = role - 1, thread = threadIdx.x % 128, warp = thread / 32, lane = thread % 32;
  $out$
  u32 round = 0;  // stages used so far
  $sent$
  const auto release = [&](u32 r) {
    if (thread == 0) barrier_arrive(empty + 8 * (r % stages));
  };
  $bias$
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    find(tile);
    $skip$
    const int row0 = m0 + group * 64;
    [[maybe_unused]] const int n = $n$;
    $ahead$
    f32 sum[sums][columns / 2];
    for (int step = 0; step < steps; ++step, ++round) {
      const u32 s = round % stages, a = ring + s * stage_bytes + group * box, b = ring + s * stage_bytes + left_bytes;
      barrier_wait(full + 8 * s, round / stages & 1);
      $seen$
      wgmma_begin();
#pragma unroll
      for (int k = 0; k < depth / 16; ++k) {
#pragma unroll
        for (int i = 0; i < sums; ++i) {
          Wgmma<$type$, columns, $left_turned$, $right_turned$>::multiply(
              sum[i], operand_at(a + k * $left_step$, $left_turned$),
              operand_at(b + i * right_bytes + k * $right_step$, $right_turned$), step | k);
        }
      }
      wgmma_commit();
      if (step > 0) {
        wgmma_wait<1>();
        release(round - 1);
      }
    }
    $keep$
    wgmma_wait<0>();
    release(round - 1);
#pragma unroll
    for (int i = 0; i < sums; ++i) hold(sum[i]);
    $finish$
  }
  $all_left$
)";

class HopperProduct {
 public:
  HopperProduct(const ProductWork& work, const Target& target)
      : work_(work), target_(target), shape_(hopper_shape(work)) {
    for (const Family& family : work.families) boxes_.emplace_back(work, family, shape_, shape_.left_over(target));
  }

  Kernel lower() {
    const ProductParts parts(work_);
    kernel_.group = work_.number;
    kernel_.entry = work_.entry(parts.any() ? "tiles" : "");
    kernel_.architecture = "90a";
    kernel_.launch.grid = {std::min<std::int64_t>(tiles(), target_.multiprocessors), 1, 1};
    kernel_.launch.block = {HopperShape::threads, 1, 1};
    kernel_.launch.dynamic_shared = target_.shared_per_block - shape_.left_over(target_) + bias_bytes();
    take_maps();
    take_pointers();
    parts.take(kernel_, parameters_, "");
    const std::string body = fill(hopper_body, fillings());
    kernel_.source = product_comment(work_, words()) + parts.definitions();
    for (std::size_t f = 0; f < boxes_.size(); ++f) {
      const Family& family = work_.families[f];
      kernel_.source += element_function(work_, family) + "\n";
      if (!boxes_[f].staged()) kernel_.source += finish_function(work_, family, parts.kept() >= 0) + "\n";
    }
    kernel_.source += signature(kernel_.entry, HopperShape::threads, parameters_) + " {" + body + "}\n";
    return std::move(kernel_);
  }

 private:
  [[nodiscard]] std::int64_t row_tiles() const { return most_row_tiles(work_.first(), HopperShape::rows); }
  [[nodiscard]] bool experts() const { return work_.first().experts.any(); }
  /// Rows of the left operand come by a table: all threads of the first warpgroup bring them in.
  [[nodiscard]] bool named() const { return work_.first().left_table >= 0; }
  [[nodiscard]] std::int64_t tiles() const {
    return row_tiles() * column_tiles(work_, shape_.columns) * work_.first().matrices();
  }
  [[nodiscard]] std::int64_t bias_bytes() const {
    std::int64_t most = 0;
    for (const ProductBoxes& boxes : boxes_) {
      std::int64_t bytes = 0;
      for (const int read : boxes.bias_rows()) bytes += row_bytes(read);
      most = std::max(most, bytes);
    }
    return most;
  }
  [[nodiscard]] std::int64_t row_bytes(int read) const {
    return 2 * shape_.columns * chain::size_of(work_.chain.values[read].dtype);
  }

  void take_map(const std::string& name, TensorMap map) {
    kernel_.arguments.push_back({Argument::Kind::tensor_map, static_cast<int>(kernel_.maps.size()), 0});
    kernel_.maps.push_back(std::move(map));
    parameters_.push_back("const __grid_constant__ TensorMap " + name);
    map_names_.push_back(name);
  }

  void take_maps() {
    const plan::Product& first = work_.first();
    const chain::Dtype dtype = work_.chain.values[first.left].dtype;
    const OperandLayout left = left_layout(first, 2);
    if (!named()) {
      take_map("left", operand_map(first.left, dtype, left, first.inner, first.outer,
                                   left.along_k ? HopperShape::rows : HopperShape::depth));
    }
    for (const Family& family : work_.families) {
      for (const plan::Product& product : family.products) {
        const OperandLayout right = right_layout(product, 2);
        take_map(
            fmt::format("right{}", product.op),
            operand_map(product.right, dtype, right, experts() ? product.experts.count : product.inner / product.share,
                        product.outer, right.along_k ? shape_.columns : HopperShape::depth));
      }
    }
    for (std::size_t f = 0; f < boxes_.size(); ++f) {
      const Family& family = work_.families[f];
      for (const int read : boxes_[f].in_ring()) {
        const std::string name = fmt::format("in{}", read);
        if (std::ranges::find(map_names_, name) != map_names_.end()) continue;
        take_map(name, result_map(work_.chain, read, boxes_[f].map_matrices(read), family.first()));
      }
      if (!boxes_[f].staged()) continue;
      for (const int write : family.group.writes) {
        take_map(fmt::format("out{}", write),
                 result_map(work_.chain, write, family.first().matrices(), family.first()));
      }
    }
  }

  void take_pointers() {
    std::vector<int> taken;
    const auto one = [&](int value, std::string_view qualifier) {
      if (std::ranges::find(taken, value) != taken.end()) return;
      taken.push_back(value);
      kernel_.arguments.push_back({Argument::Kind::tensor, value, 0});
      parameters_.push_back(fmt::format("{}{}* __restrict__ p{}", qualifier, work_.stored_type(value), value));
    };
    if (named()) {
      one(work_.first().left, "const ");
      one(work_.first().left_table, "const ");
    }
    if (experts()) one(work_.first().experts.ends, "const ");
    for (const ProductBoxes& boxes : boxes_) {
      for (const int read : boxes.by_pointer()) one(read, "const ");
    }
    for (std::size_t f = 0; f < boxes_.size(); ++f) {
      if (boxes_[f].staged() && !experts()) continue;
      for (const int write : work_.families[f].group.writes) one(write, "");
    }
  }

  [[nodiscard]] std::vector<std::string> words() const {
    return {
        fmt::format("Launch: {} blocks of {} threads, one an SM; they walk through {} tiles of {} x {} elements{}, {} "
                    "of k at a "
                    "time, {} stages.",
                    kernel_.launch.grid[0], HopperShape::threads, base::group_digits(tiles()), HopperShape::rows,
                    shape_.columns, shape_.sums > 1 ? fmt::format(" of {} products", shape_.sums) : "",
                    HopperShape::depth, shape_.stages),
        "The copy engine (TMA) brings tiles in, warpgroup 0 asks for them; 1 and 2 multiply 64 rows each by wgmma."};
  }

  [[nodiscard]] std::string of_family(std::size_t f, const std::string& lines) const {
    if (boxes_.size() == 1 || lines.empty()) return lines;
    std::string out = fmt::format("if (family == {}) {{\n", f);
    for (std::size_t at = 0; at < lines.size();) {
      const std::size_t end = std::min(lines.find('\n', at), lines.size());
      if (end > at) out += (lines[at] == '#' ? "" : "  ") + lines.substr(at, end - at);
      out += "\n";
      at = end + 1;
    }
    return out + "}\n";
  }
  template <class Text>
  [[nodiscard]] std::string of_families(Text&& text) const {
    std::string out;
    for (std::size_t f = 0; f < boxes_.size(); ++f) out += of_family(f, text(f));
    return out;
  }

  [[nodiscard]] std::string bring_left() const {
    if (named()) return "named.bring(shared + s * stage_bytes, left, k0);\nrows_arrive(barrier);";
    const OperandLayout left = left_layout(work_.first(), 2);
    const std::string at = map_coordinates(left, work_.first(), work_.first().inner);
    if (left.along_k) return fmt::format("box_in(to, &left, barrier, k0, m0{});", at);
    return fmt::format("for (int x = 0; x < rows / 64; ++x) box_in(to + x * box, &left, barrier, m0 + x * 64, k0{});",
                       at);
  }

  /// Of a tile.
  [[nodiscard]] std::string place() const {
    const std::string family = work_.families.size() > 1 ? "family, " : "";
    if (!experts()) return fmt::format("int matrix, {}m0, n0;  // of a tile", family);
    return fmt::format(
        "[[maybe_unused]] constexpr int matrix = 0;\n"
        "int expert, m, {}m0, n0;  // of a tile: rows from m on are the next expert's",
        family);
  }
  [[nodiscard]] std::string named_rows() const {
    if (!named()) return {};
    const plan::Product& first = work_.first();
    return fmt::format(
        "using Left = Tile<{0}, rows, depth>;\n"
        "const Matrix<{0}> left = {{p{1}, {2}, 1, 0, {2}}};\n"
        "const NamedRows<Left, 128, 16> named = {{p{3}, m0, m}};",
        work_.type(first.left), first.left, first.k, first.left_table);
  }
  [[nodiscard]] std::string first_row() const {
    if (!experts()) return "m0 = tile_row * rows;";
    return expert_text(work_.first()) + "expert = own.expert;\nm0 = own.row;\nm = own.end;";
  }

  [[nodiscard]] std::string right_maps() const {
    std::string out;
    for (int s = 0; s < shape_.sums; ++s) {
      std::vector<std::string> names;
      for (const Family& family : work_.families)
        names.push_back(fmt::format("&right{}", ProductWork::member(family, s).op));
      out += fmt::format("const TensorMap* const right_{} = {};\n", s + 1, ProductWork::choose(names));
    }
    return out;
  }

  [[nodiscard]] std::string bring_rights() const {
    return of_families_alike([&](const Family& family) {
      std::string out;
      for (int s = 0; s < shape_.sums; ++s) {
        const plan::Product& product = ProductWork::member(family, s);
        const OperandLayout right = right_layout(product, 2);
        const std::string at =
            experts() ? ", expert, 0" : map_coordinates(right, product, product.inner / product.share);
        const std::string to = s == 0 ? "to + left_bytes" : fmt::format("to + left_bytes + {} * right_bytes", s);
        if (named()) out += "if (threadIdx.x == 0) ";
        out += right.along_k
                   ? fmt::format("box_in({}, right_{}, barrier, k0, n0{});\n", to, s + 1, at)
                   : fmt::format(
                         "for (int x = 0; x < columns / 64; ++x) box_in({} + x * box, right_{}, barrier, n0 + x * "
                         "64, k0{});\n",
                         to, s + 1, at);
      }
      return out;
    });
  }
  /// Once, if it reads the same for every family.
  template <class Text>
  [[nodiscard]] std::string of_families_alike(Text&& text) const {
    const std::string first = text(work_.families.front());
    if (std::ranges::all_of(work_.families, [&](const Family& family) { return text(family) == first; })) return first;
    return of_families([&](std::size_t f) { return text(work_.families[f]); });
  }

  /// Bias rows in shared memory, and what is loaded ahead of a tile's sums.
  [[nodiscard]] std::string bias() const {
    std::string out;
    std::vector<int> said;
    for (const ProductBoxes& boxes : boxes_) {
      std::int64_t at = 0;
      for (const int read : boxes.bias_rows()) {
        if (std::ranges::find(said, read) == said.end()) {
          out += fmt::format(
              "auto* const bias{0} = reinterpret_cast<Vec<{1}, 2>*>(shared + stages * stage_bytes + 4 * box + 16 * "
              "stages + {2}) + group * columns / 2;\n",
              read, work_.type(read), at);
        }
        said.push_back(read);
        at += row_bytes(read);
      }
    }
    return out;
  }
  [[nodiscard]] std::string ahead() const {
    std::string out;
    std::vector<int> said;
    for (std::size_t f = 0; f < boxes_.size(); ++f) {
      if (!boxes_[f].staged()) continue;
      for (const int read : work_.families[f].group.reads) {
        if (std::ranges::find(said, read) != said.end()) continue;
        said.push_back(read);
        const bool kept = std::ranges::find(boxes_[f].bias_rows(), read) != boxes_[f].bias_rows().end();
        if (kept) out += fmt::format("Vec<{1}, 2> c{0}{{}};\n", read, work_.type(read));
        if (!work_.families[f].view.is_wide(read)) out += fmt::format("f32 d{}[2] = {{}};\n", read);
      }
    }
    return out + of_families([&](std::size_t f) { return boxes_[f].ahead_text(); });
  }

  [[nodiscard]] Fillings fillings() const {
    const plan::Product& product = work_.first();
    const bool left_turned = !left_layout(product, 2).along_k, right_turned = !right_layout(product, 2).along_k;
    const bool siblings = work_.families.size() > 1;
    const auto number = [](std::int64_t value) { return fmt::format("{}", value); };
    const auto step = [](bool turned) { return turned ? "16 * 128" : "16 * 2"; };
    std::vector<std::string> sizes;
    for (const Family& family : work_.families) sizes.push_back(number(family.first().n));
    std::string fetch;
    for (const std::string& name : map_names_) fetch += fmt::format("fetch_map({});\n", name);
    std::string family = family_text(work_, shape_.columns);
    if (siblings)
      family.replace(family.find("int family"), std::string("int family = 0, first_tile = 0;").size(),
                     "family = 0;\nint first_tile = 0;");
    const bool staged = std::ranges::any_of(boxes_, &ProductBoxes::staged);
    const bool alternates = std::ranges::any_of(boxes_, &ProductBoxes::alternates);
    return {
        {"rows", number(HopperShape::rows)},
        {"columns", number(shape_.columns)},
        {"depth", number(HopperShape::depth)},
        {"stages", number(shape_.stages)},
        {"sums", number(shape_.sums)},
        {"row_tiles", number(row_tiles())},
        {"column_tiles", number(column_tiles(work_, shape_.columns))},
        {"tiles", number(tiles())},
        {"steps", number(divided_up(product.k, HopperShape::depth))},
        {"m", experts() ? "" : fmt::format("[[maybe_unused]] constexpr int m = {};", product.m)},
        {"matrix", experts() ? "" : "matrix = tile / (row_tiles * column_tiles);"},
        {"first_row", first_row()},
        {"arrivals", named() ? "129" : "1"},
        {"expect", named() ? "if (threadIdx.x == 0) barrier_expect(full + 8 * s, bytes);"
                           : "barrier_expect(full + 8 * s, bytes);"},
        {"named", named_rows()},
        {"bytes", named() ? "sums * right_bytes" : "stage_bytes"},
        {"seen", named() ? "show_copy_engine();  // what threads brought in" : ""},
        {"producer", named()     ? ""
                     : experts() ? "if (threadIdx.x >= 32) return;"
                                 : "if (threadIdx.x != 0) return;"},
        {"skip_producer", named() ? "if (expert < 0) continue;"
                          : experts()
                              ? "if (expert < 0 || threadIdx.x != 0) continue;  // no row is left; one thread asks"
                              : ""},
        {"skip", experts() ? "if (expert < 0) continue;" : ""},
        {"n", ProductWork::choose(sizes)},
        {"fetch_maps", fetch},
        {"place", place()},
        {"family", family},
        {"tile_column", siblings ? "(tile_column - first_tile)" : "tile_column"},
        {"right_maps", right_maps()},
        {"bring_left", bring_left()},
        {"bring_rights", bring_rights()},
        {"bring_operands", of_families([&](std::size_t f) { return boxes_[f].bring_text(); })},
        {"out", staged ? "const u32 out = staging + group * 2 * box;" : ""},
        {"sent", alternates ? "u32 sent = 0;   // boxes sent so far" : ""},
        {"all_left", staged ? "if (thread == 0) boxes_have_left();" : ""},
        {"bias", bias()},
        {"ahead", ahead()},
        {"type", work_.type(product.left)},
        {"left_turned", left_turned ? "true" : "false"},
        {"right_turned", right_turned ? "true" : "false"},
        {"left_step", step(left_turned)},
        {"right_step", step(right_turned)},
        {"keep", of_families([&](std::size_t f) { return boxes_[f].keep_text(); })},
        {"finish", of_families([&](std::size_t f) { return boxes_[f].finish_text(); })},
    };
  }

  const ProductWork& work_;
  const Target& target_;
  const HopperShape shape_;
  std::vector<ProductBoxes> boxes_;  ///< of each family
  std::vector<std::string> parameters_, map_names_;
  Kernel kernel_;
};

}  // namespace

Kernel lower_hopper_product(const ProductWork& work, const Target& target) {
  return HopperProduct(work, target).lower();
}

}  // namespace codegen
