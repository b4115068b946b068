// Matrix product, version 3: y = gelu(x w + b); x is [rows, k], w is [k, columns]; both of a multiple of 8 columns.
// Bytes an element: k / 32 asked for, 2 written: tiles of 128 x 128.
// New here: tensor cores multiply 16 x 16 by 16 x 8 with one instruction a warp (mma.sync), and the next tiles come in
// meanwhile (cp.async): a ring of four stages in shared memory.
// Launch: a block of 256 threads a tile of 128 x 128; what tiles are left over, the blocks take in turns.
extern "C" __global__ void __launch_bounds__(256, 2) matmul_v3(
    const bf16* __restrict__ x, const bf16* __restrict__ w, const bf16* __restrict__ b, bf16* __restrict__ y, const i64 rows,
    const i64 columns, const i64 k) {
  constexpr int side = 128, depth = 32, stages = 4;
  using Left = Tile<bf16, side, depth>;
  using Right = Tile<bf16, depth, side>;
  using Sums = MmaSums<Left, true, Right, false, 4, 2>;  // 4 x 2 warps
  extern __shared__ uint4 dynamic_shared[];
  unsigned char* const ring = reinterpret_cast<unsigned char*>(dynamic_shared);
  const Matrix<bf16> left = {x, k, 1, int(rows), int(k)}, right = {w, columns, 1, int(k), int(columns)};
  const int row_tiles = int(rows + side - 1) / side, column_tiles = int(columns + side - 1) / side;
  const int steps = int(k + depth - 1) / depth;
  for (int tile = blockIdx.x; tile < row_tiles * column_tiles; tile += gridDim.x) {
    int tile_row, tile_column;
    TileOrder{row_tiles, column_tiles}.find(tile, tile_row, tile_column);
    const int row0 = tile_row * side, column0 = tile_column * side;
    const auto bring_in = [&](int step) {
      unsigned char* const stage = ring + step % stages * (Left::bytes + Right::bytes);
      if (step < steps) bring_tile<Left, 256, 16>(stage, left, row0, step * depth);
      if (step < steps) bring_tile<Right, 256, 16>(stage + Left::bytes, right, step * depth, column0);
      copy_commit();
    };
    Sums sum;
    __syncthreads();  // all have done with the tile before
    for (int step = 0; step < stages - 1; ++step) bring_in(step);
    for (int step = 0; step < steps; ++step) {
      copy_wait<stages - 2>();
      __syncthreads();  // this stage is there for all; all have done with the one before, which is filled again
      bring_in(step + stages - 1);
      const unsigned char* const stage = ring + step % stages * (Left::bytes + Right::bytes);
      sum.multiply(stage, stage + Left::bytes);
    }
#pragma unroll
    for (int i = 0; i < Sums::pairs; ++i) {
      const int row = row0 + Sums::row(i), column = column0 + Sums::column(i);
      if (row >= rows || column >= columns) continue;
      const Vec<bf16, 2> bias = load<2>(b + column);
      Vec<bf16, 2> out;
      for (int e = 0; e < 2; ++e) out[e] = narrow<bf16>(gelu(sum.at(i, e) + to_f32(bias, e)));
      store(y + row * columns + column, out);
    }
  }
}
