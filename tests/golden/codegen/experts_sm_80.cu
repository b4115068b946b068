// Kernel 1, matmul: one product and what follows it, in one trip.
//   v3 = grouped(v0, v1, v2)    v3[m, n] = sum over k of v0[m, k] * v1[expert of m, k, n]: 1 000 x 512, sums of 64 (added up in f32)
//   v4 = silu(v3)               x * sigmoid(x)
// Left v0: bf16[1000, 64]
// Right v1: bf16[8, 64, 512]
// Writes v4: bf16[1000, 512]
// Ends v2: where the rows of 8 experts end, i32; no tile has rows of two of them.
// Launch: 92 blocks of 256 threads; a block makes 64 x 128 elements, 32 of k at a time, 3 stages in 36 864 bytes of shared memory.
// Tensor cores by mma.sync, one warp at a time; cp.async brings the tiles in.
__device__ __forceinline__ void k1_element(f32 v3, f32& out4) {
  const f32 v4 = silu(v3);
  out4 = v4;
}

__device__ __forceinline__ void k1_finish(const i64 row, const i64 column, const f32 (&sum3)[2], bf16* __restrict__ p4) {
  constexpr i64 columns = 512;
  constexpr int width = 2;  // elements that move at once
#pragma unroll
  for (int first = 0; first < 2; first += width) {
    if (column + first >= columns) break;
    Vec<bf16, width> b4;
#pragma unroll
    for (int e = first; e < first + width; ++e) {
      f32 v4;
      k1_element(sum3[e], v4);
      b4[e - first] = narrow<bf16>(v4);
    }
    store(p4 + row * columns + column + first, b4);
  }
}

extern "C" __global__ void __launch_bounds__(256, 1) k1_grouped_silu(
    const bf16* __restrict__ p0,
    const bf16* __restrict__ p1,
    const int* __restrict__ p2,
    bf16* __restrict__ p4) {
  constexpr int rows = 64, columns = 128, depth = 32, stages = 3, threads = 256;  // a tile's
  constexpr int row_tiles = 23, column_tiles = 4, sums = 1, steps = 2;
  using Left = Tile<bf16, rows, depth>;    // lines run along k
  using Right = Tile<bf16, depth, columns>;  // lines run along n
  using Sums = MmaSums<Left, true, Right, false, 4, 2>;
  constexpr int stage_bytes = Left::bytes + sums * Right::bytes;
  extern __shared__ uint4 dynamic_shared[];
  unsigned char* const shared = reinterpret_cast<unsigned char*>(dynamic_shared);

  // Which tile this block makes.
  int tile_row, tile_column;
  TileOrder{row_tiles, column_tiles}.find(blockIdx.x, tile_row, tile_column);
  // Whose rows these are; rows from m on are the next expert's.
  const ExpertTile own = expert_tile<8, rows>(p2, tile_row);
  if (own.expert < 0) return;
  const int m = own.end;
  const int n = 512;
  const int m0 = own.row, n0 = tile_column * columns;
  const Matrix<bf16> left = {p0, 64, 1, 1000, 64};
  Matrix<bf16> right[sums];
  right[0] = {p1 + i64(own.expert) * 32768, 512, 1, 64, 512};

  // A ring of stages: while one is multiplied, the copies of the next ones are under way.
  const auto bring_in = [&](int step) {
    unsigned char* const stage = shared + step % stages * stage_bytes;
    const int k0 = step * depth;
    bring_tile<Left, threads, 16>(stage, left, m0, k0);
    bring_tile<Right, threads, 16>(stage + Left::bytes, right[0], k0, n0);
  };
  Sums sum[sums];
#pragma unroll
  for (int step = 0; step < stages - 1; ++step) {
    if (step < steps) bring_in(step);
    copy_commit();
  }
#pragma unroll 1
  for (int step = 0; step < steps; ++step) {
    copy_wait<stages - 2>();
    __syncthreads();  // this stage is there for all; all have done with the one before, which is filled again
    if (step + stages - 1 < steps) bring_in(step + stages - 1);
    copy_commit();
    const unsigned char* const stage = shared + step % stages * stage_bytes;
#pragma unroll
    for (int s = 0; s < sums; ++s) sum[s].multiply(stage, stage + Left::bytes + s * Right::bytes);
  }

  // What follows the sums, a pair of columns at a time.
#pragma unroll
  for (int i = 0; i < Sums::pairs; ++i) {
    const int row = m0 + Sums::row(i), column = n0 + Sums::column(i);
    if (row >= m || column >= n) continue;
    const f32 sum3[2] = {sum[0].at(i, 0), sum[0].at(i, 1)};
    k1_finish(row, column, sum3, p4);
  }
}
