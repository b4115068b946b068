// Kernel 1, matmul: one product and what follows it, in one trip.
//   v2 = v0 @ v1                v2[m, n] = sum over k of v0[m, k] * v1[k, n]: 8 x 4 096, sums of 4 096 (added up in f32)
//   v3 = relu(v2)               maximum(x, 0)
// Left v0: bf16[8, 4096]
// Right v1: bf16[4096, 4096]
// Writes v3: bf16[8, 4096]
// Launch: 128 blocks of 64 threads; a block makes 16 x 32 elements, 128 of k at a time, 18 stages in 221 184 bytes of shared memory.
// Tensor cores by mma.sync, one warp at a time; cp.async brings the tiles in.
__device__ __forceinline__ void k1_element(f32 v2, f32& out3) {
  const f32 v3 = relu(v2);
  out3 = v3;
}

__device__ __forceinline__ void k1_finish(const i64 row, const i64 column, const f32 (&sum2)[2], bf16* __restrict__ p3) {
  constexpr i64 columns = 4096;
  constexpr int width = 2;  // elements that move at once
#pragma unroll
  for (int first = 0; first < 2; first += width) {
    if (column + first >= columns) break;
    Vec<bf16, width> b3;
#pragma unroll
    for (int e = first; e < first + width; ++e) {
      f32 v3;
      k1_element(sum2[e], v3);
      b3[e - first] = narrow<bf16>(v3);
    }
    store(p3 + row * columns + column + first, b3);
  }
}

extern "C" __global__ void __launch_bounds__(64, 1) k1_matmul_relu(
    const bf16* __restrict__ p0,
    const bf16* __restrict__ p1,
    bf16* __restrict__ p3) {
  constexpr int rows = 16, columns = 32, depth = 128, stages = 18, threads = 64;  // a tile's
  constexpr int row_tiles = 1, column_tiles = 128, sums = 1, steps = 32;
  constexpr int m = 8;
  using Left = Tile<bf16, rows, depth>;    // lines run along k
  using Right = Tile<bf16, depth, columns>;  // lines run along n
  using Sums = MmaSums<Left, true, Right, false, 1, 2>;
  constexpr int stage_bytes = Left::bytes + sums * Right::bytes;
  extern __shared__ uint4 dynamic_shared[];
  unsigned char* const shared = reinterpret_cast<unsigned char*>(dynamic_shared);

  // Which tile this block makes.
  int tile_row, tile_column;
  TileOrder{row_tiles, column_tiles}.find(blockIdx.x, tile_row, tile_column);
  const int n = 4096;
  const int m0 = tile_row * rows, n0 = tile_column * columns;
  const Matrix<bf16> left = {p0, 4096, 1, 8, 4096};
  Matrix<bf16> right[sums];
  right[0] = {p1, 4096, 1, 4096, 4096};

  // A ring of stages: while one is multiplied, the copies of the next ones are under way.
  const auto bring_in = [&](int step) {
    unsigned char* const stage = shared + step % stages * stage_bytes;
    const int k0 = step * depth;
    bring_tile<Left, threads, 16, false>(stage, left, m0, k0);
    bring_tile<Right, threads, 16>(stage + Left::bytes, right[0], k0, n0);
  };
  Sums sum[sums];
#pragma unroll
  for (int step = 0; step < stages - 1; ++step) {
    if (step < steps) bring_in(step);
    copy_commit();
  }
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
    const f32 sum2[2] = {sum[0].at(i, 0), sum[0].at(i, 1)};
    k1_finish(row, column, sum2, p3);
  }
}
