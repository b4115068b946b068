// Sizes by what fits into registers and shared memory, and by how many blocks there are to keep a card busy.
#include "codegen/product_shape.hpp"

#include "codegen/launch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace codegen {
namespace {

constexpr int largest_tile = 128 * 128;  ///< sums of a block, 64 a thread, of which two fit on a multiprocessor

std::int64_t element_bytes(const ProductWork& work) {
  return chain::size_of(work.chain.values[work.first().left].dtype);
}

/// Columns of a block that streams packed weights: many, unless fewer leave much fewer multiprocessors without a block
/// in the last turn. A warp takes 32. (H200, 2026-11-25, int4 at 8192 x 28672: 62 us with 128, 64 and 66 with fewer.)
int packed_columns(const ProductWork& work, const Target& target) {
  int best = 0;
  double most = 0;
  for (const int columns : {128, 64, 32}) {
    const double blocks = static_cast<double>(column_tiles(work, columns) * work.first().matrices());
    const double turns = static_cast<double>(divided_up(static_cast<std::int64_t>(blocks), target.multiprocessors));
    const double busy = blocks / (turns * target.multiprocessors);
    if (busy <= most * 1.2) continue;
    most = busy;
    best = columns;
  }
  return best;
}

/// Few rows: each block streams some columns of the right operand over all of k.
void stream(GeneralShape& shape, const ProductWork& work, const Target& target) {
  shape.streams = true;
  shape.rows = 16;
  shape.down = 1;
  shape.resident = 1;
  if (shape.tensor_cores && work.is_packed()) {
    shape.columns = packed_columns(work, target);
    shape.across = shape.columns / 32;
    shape.threads = 256;
    shape.parts = shape.threads / shape.columns;
    shape.depth = work.sums() == 1 && work.right_dtype() == chain::Dtype::i4 ? 256 : 128;
  } else if (shape.tensor_cores) {
    shape.threads = 128;
    shape.across = 4;
    shape.columns = 64;
    shape.depth = 64;
    const std::int64_t wide = column_tiles(work, 64) * work.first().matrices();
    if (wide * 4 < target.multiprocessors * 3 && work.sums() <= 2) {  // many SMs would have nothing to do
      shape.columns = 32;
      shape.threads = 64;
      shape.across = 2;
      shape.depth = 128;
    }
  } else {
    shape.columns = 64;
  }
}

/// Up to 64 rows: the right operand's bytes are most of it. They come in longer lines, or to more multiprocessors where
/// wide tiles would leave many of them without one. (H200, 2026-11-28, bf16 at 8192 x 28672: 116 us at 32 rows and 120
/// at 48; 134 in tiles of 64 x 128 by 32 of k, 136 to 146 in Hopper's. At 8192 x 8192: 36 us at 32 rows and 51 at 64;
/// 50 and 75 in wide tiles.)
void some_rows(GeneralShape& shape, const ProductWork& work, const Target& target) {
  shape.rows = work.first().m <= 32 ? 32 : 64;
  if (column_tiles(work, shape.columns) * work.first().matrices() * 4 < target.multiprocessors * 3) shape.columns = 64;
  const bool narrow = shape.columns == 64 && work.sums() == 1;
  shape.depth = narrow ? 128 : 64;
  shape.down = shape.rows / (narrow ? 16 : 32);
  shape.across = narrow ? 2 : 4;
  shape.threads = shape.down * shape.across * 32;
}

/// Weights are unpacked by each warp that multiplies them: few stand down, others share k. (H200, 2026-11-28, int4 and
/// int8 at 8192 x 28672: 78 and 98 us at 32 rows, 126 and 139 at 64, 214 and 259 at 128; 218, 381, 219, 382, 285 and
/// 442 with four down.)
void unpacked_once(GeneralShape& shape) {
  shape.down = divided_up(shape.rows, 64);
  shape.across = shape.columns / 32;
  shape.parts = 8 / (shape.down * shape.across);
  shape.threads = 256;
  shape.depth = shape.rows <= 64 ? 128 : 64;
  shape.resident = shape.rows <= 32 ? 2 : 1;
}

/// What a thread, a warp or a tile has of a row. Keys of rankings are of eight bytes, and so is what lies beside them.
std::int64_t bytes_of_row(const ProductWork& work) {
  const bool ranks = std::ranges::any_of(work.rows.parts, [](const plan::RowPart& part) { return part.best > 0; });
  std::int64_t bytes = 0;
  for (const plan::RowPart& part : work.rows.parts) bytes += ranks ? 4 * std::max<std::int64_t>(2, part.numbers()) : 4;
  return bytes;
}

}  // namespace

std::int64_t column_tiles(const ProductWork& work, int columns) {
  std::int64_t tiles = 0;
  for (const Family& family : work.families) tiles += divided_up(family.first().n, columns);
  return tiles;
}

std::int64_t most_row_tiles(const plan::Product& product, std::int64_t rows) {
  if (!product.experts.any()) return divided_up(product.m, rows);
  // Each expert may leave one tile that is not whole; no more tiles than rows.
  return std::min(product.m, divided_up(product.m, rows) + product.experts.count - 1);
}

std::string expert_text(const plan::Product& product) {
  return fmt::format("const ExpertTile own = expert_tile<{}, rows>(p{}, tile_row);\n", product.experts.count,
                     product.experts.ends);
}

std::string family_text(const ProductWork& work, int columns) {
  if (work.families.size() == 1) return {};
  std::string out = "int family = 0, first_tile = 0;  // which sibling this block works for\n";
  std::int64_t first = 0;
  for (std::size_t f = 0; f + 1 < work.families.size(); ++f) {
    first += divided_up(work.families[f].first().n, columns);
    out += fmt::format("if (tile_column >= {0}) family = {1}, first_tile = {0};\n", first, f + 1);
  }
  return out;
}

/// A tensor as large as the result, that would come by the copy engine: beside rows that all threads bring in it
/// cannot.
static bool reads_beside(const ProductWork& work) {
  return std::ranges::any_of(work.families, [](const Family& family) {
    return std::ranges::any_of(family.group.reads,
                               [&](int read) { return family.view.is_wide(read) && !family.is_column_vector(read); });
  });
}

/// Two warpgroups have 64 rows each; their sums, of all products, are 256 columns at the most.
static bool is_hopper_tile(const ProductWork& work, const plan::Tile& tile) {
  constexpr int least = 64, most = 256;
  return tile.rows == HopperShape::rows && tile.columns >= least && tile.columns * work.sums() <= most;
}

bool takes_hopper(const ProductWork& work, const Target& target) {
  if (const auto& tile = work.group.knobs.tile; tile && !is_hopper_tile(work, *tile)) return false;
  const plan::Product& product = work.first();
  const std::string type = work.type(product.left);
  if (target.compute_capability != 90 || target.shared_per_block < 227 * 1024) return false;
  if (product.m <= 64 || work.sums() > 4 || type == "f32") return false;
  if (left_layout(product, 2).together != 16) return false;
  if (product.left_table >= 0 && reads_beside(work)) return false;
  const bool along_k = right_layout(product, 2).along_k;
  for (const Family& family : work.families) {
    for (const plan::Product& one : family.products) {
      const OperandLayout right = right_layout(one, 2);
      if (work.type(one.right) != type || right.together != 16 || right.along_k != along_k) return false;
    }
  }
  return true;
}

HopperShape hopper_shape(const ProductWork& work) {
  HopperShape shape;
  shape.sums = work.sums();
  shape.columns = shape.sums == 1 ? 256 : shape.sums == 2 ? 128 : 64;
  if (const auto& tile = work.group.knobs.tile) shape.columns = tile->columns;
  return shape;
}

bool takes_tile(const ProductWork& work, const Target& target) {
  const auto& tile = work.group.knobs.tile;
  if (!tile || takes_hopper(work, target)) return true;
  // What warps can share in whole fragments, and registers can hold.
  const bool general = (tile->rows == 64 || tile->rows == 128) && tile->columns >= 32 && tile->columns <= 128;
  const bool held = work.sums() * tile->rows * tile->columns <= 2 * largest_tile;
  return general && held && !general_shape(work, target).streams;
}

GeneralShape general_shape(const ProductWork& work, const Target& target) {
  const plan::Product& product = work.first();
  const std::int64_t element = element_bytes(work);
  const int sums = work.sums();
  GeneralShape shape;
  shape.async = target.compute_capability >= 80;
  shape.tensor_cores = shape.async && element == 2;
  if (!shape.tensor_cores) shape.depth = 16;
  if (product.m <= 16) {
    stream(shape, work, target);
  } else {
    shape.columns = sums == 1 ? 128 : sums == 2 || work.is_packed() ? 64 : 32;
    const std::int64_t blocks = divided_up(product.m, 128) * column_tiles(work, 128) * product.matrices();
    const std::int64_t own = product.experts.any() ? product.m / product.experts.count : product.m;
    if (own <= 64 || blocks < target.multiprocessors) shape.rows = 64;
    const bool right_along_k = !work.is_packed() && right_layout(product, element).along_k;
    const bool turned = !left_layout(product, element).along_k && right_along_k;
    const bool few_parts = bytes_of_row(work) <= 8;
    // An A100's compiler lacks three registers for two blocks of experts' tiles.
    const bool lacks = target.compute_capability == 80 && product.experts.any();
    bool few_sums = sums <= 2;
    if (const auto& tile = work.group.knobs.tile) {
      shape.rows = tile->rows;
      shape.columns = tile->columns;
      few_sums = sums * tile->rows * tile->columns <= largest_tile;
    }
    shape.resident = shape.tensor_cores && few_sums && !turned && few_parts && !lacks ? 2 : 1;  // as registers allow
    const bool some = product.m <= 64 && sums <= 2 && !work.group.knobs.tile;
    if (shape.tensor_cores && some) some_rows(shape, work, target);
    if (shape.tensor_cores && work.is_packed() && sums <= 2) unpacked_once(shape);
  }
  shape.rolled = target.compute_capability < 90 && shape.tensor_cores && divided_up(product.k, shape.depth) <= 16;
  const std::int64_t stage = shape.stage_bytes(sums, 8 * element, chain::bits_of(work.right_dtype()));
  const std::int64_t blocks =
      column_tiles(work, shape.columns) * most_row_tiles(product, shape.rows) * product.matrices();
  const std::int64_t on_each =
      shape.streams ? std::clamp<std::int64_t>(divided_up(blocks, target.multiprocessors), 1, 4) : 2;
  const std::int64_t most = shape.streams ? 24 : 4;
  const std::int64_t fit = (target.shared_per_block - 2048 * on_each) / on_each / stage;
  shape.stages =
      static_cast<int>(std::clamp<std::int64_t>(std::min(fit, divided_up(product.k, shape.depth) + 1), 2, most));
  if (!shape.async) shape.stages = 2;
  shape.shared = shape.stages * stage;
  // In the end what warps have of each row meets there.
  shape.shared = std::max(shape.shared, shape.rows * shape.across * bytes_of_row(work));
  return shape;
}

}  // namespace codegen
