// How a product is laid over a card: which kernel, tiles of what size. The one place where that is decided.
#pragma once

#include "codegen/product_work.hpp"

namespace codegen {

/// A kernel that runs anywhere: tiles in shared memory, sums in registers.
struct GeneralShape {
  bool tensor_cores = true;                   ///< mma.sync (16-bit operands, sm_80 on); else CUDA cores
  bool async = true;                          ///< cp.async brings tiles in (sm_80 on)
  int rows = 128, columns = 128, depth = 32;  ///< of a tile, of each sum
  int down = 4, across = 2, parts = 1;        ///< warps; parts share the sums' terms
  int stages = 4, threads = 256, resident = 2;
  std::int64_t shared = 0;  ///< bytes
  bool streams = false;     ///< few rows: the right operand's bytes are all there is to it
  /// Steps of k stay a loop: before Hopper the compiler unrolls few of them whole, and keeps all their addresses where
  /// sums should be.
  bool rolled = false;
  [[nodiscard]] int stage_bytes(int sums, std::int64_t left_bits, std::int64_t right_bits) const {
    return static_cast<int>((rows * left_bits + columns * sums * right_bits) * depth / 8);
  }
};
[[nodiscard]] GeneralShape general_shape(const ProductWork& work, const Target& target);

/// Whether the kernel for a few rows against packed weights can make these products; it then is the quickest.
[[nodiscard]] bool takes_stream(const ProductWork& work, const Target& target);
[[nodiscard]] Kernel lower_stream_product(const ProductWork& work, const Target& target);

/// Hopper's: the copy engine and wgmma, two warpgroups of 64 rows each.
struct HopperShape {
  static constexpr int rows = 128, depth = 64, box = 64 * 64 * 2, threads = 384;
  int columns = 256, stages = 4;
  int sums = 1;
  [[nodiscard]] int boxes() const { return columns / 64; }  ///< of a warpgroup's rows
  [[nodiscard]] int stage_bytes() const { return (rows + sums * columns) * depth * 2; }
  /// Bytes for bias rows, beside the ring, four boxes on their way out and the barriers.
  [[nodiscard]] std::int64_t left_over(const Target& target) const {
    return target.shared_per_block - std::int64_t{stages} * stage_bytes() - 4 * box - 16 * stages;
  }
};
/// Whether Hopper's kernel can make these products and gains by it; else the general one does.
[[nodiscard]] bool takes_hopper(const ProductWork& work, const Target& target);
[[nodiscard]] HopperShape hopper_shape(const ProductWork& work);
/// Whether the kernel that makes these products can make them in the tiles that its knob asks for.
[[nodiscard]] bool takes_tile(const ProductWork& work, const Target& target);

/// Where rows are reduced, each tile leaves its parts (codegen/product_parts.hpp): these are the first of two kernels.
[[nodiscard]] Kernel lower_general_product(const ProductWork& work, const Target& target);
[[nodiscard]] Kernel lower_hopper_product(const ProductWork& work, const Target& target);

/// Rows of tiles that are dealt out: of experts as many as there may be, whatever a table says. Those that are left
/// over are told by expert_tile (kernels/prelude/experts.cuh).
[[nodiscard]] std::int64_t most_row_tiles(const plan::Product& product, std::int64_t rows);
/// "const ExpertTile own = expert_tile<8, rows>(p2, tile_row);"
[[nodiscard]] std::string expert_text(const plan::Product& product);

/// Tiles across all families, and the text that finds a block's family from its column of tiles.
[[nodiscard]] std::int64_t column_tiles(const ProductWork& work, int columns);
[[nodiscard]] std::string family_text(const ProductWork& work, int columns);

}  // namespace codegen
