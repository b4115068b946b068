// Kernel 1, matmul: one product and what follows it, in one trip.
//   v4 = v0 @ v1                v4[m, n] = sum over k of v0[m, k] * v1[k, n]: 4 096 x 4 096, sums of 1 024 (added up in f32)
//   v5 = add(v4, v2)            x + y
//   v6 = gelu(v5)               0.5 * x * (1 + tanh(sqrt(2/pi) * (x + 0.044715 * x^3)))
//   v7 = add(v6, v3)            x + y
// Left v0: bf16[4096, 1024]
// Right v1: bf16[1024, 4096]
// Reads v2: bf16[4096], one row for all
// Reads v3: bf16[4096, 4096]
// Writes v7: bf16[4096, 4096]
// Launch: 1 024 blocks of 256 threads; a block makes 128 x 128 elements, 32 of k at a time, 4 stages in 65 536 bytes of shared memory.
// Tensor cores by mma.sync, one warp at a time; cp.async brings the tiles in.
__device__ __forceinline__ void k1_element(f32 v4, f32 v2, f32 v3, f32& out7) {
  const f32 v5 = v4 + v2;
  const f32 v6 = gelu(v5);
  const f32 v7 = v6 + v3;
  out7 = v7;
}

__device__ __forceinline__ void k1_finish(const i64 row, const i64 column, const f32 (&sum4)[2], const bf16* __restrict__ p2, const bf16* __restrict__ p3, bf16* __restrict__ p7) {
  constexpr i64 columns = 4096;
  constexpr int width = 2;  // elements that move at once
#pragma unroll
  for (int first = 0; first < 2; first += width) {
    if (column + first >= columns) break;
    const Vec<bf16, width> a2 = load<width>(p2 + column + first);
    const Vec<bf16, width> a3 = load<width>(p3 + row * 4096 + column + first);
    Vec<bf16, width> b7;
#pragma unroll
    for (int e = first; e < first + width; ++e) {
      f32 v7;
      k1_element(sum4[e], to_f32(a2, e - first), to_f32(a3, e - first), v7);
      b7[e - first] = narrow<bf16>(v7);
    }
    store(p7 + row * columns + column + first, b7);
  }
}

extern "C" __global__ void __launch_bounds__(256, 2) k1_matmul_add_gelu_add(
    const bf16* __restrict__ p0,
    const bf16* __restrict__ p1,
    const bf16* __restrict__ p2,
    const bf16* __restrict__ p3,
    bf16* __restrict__ p7) {
  constexpr int rows = 128, columns = 128, depth = 32, stages = 4, threads = 256;  // a tile's
  constexpr int row_tiles = 32, column_tiles = 32, sums = 1, steps = 32;
  constexpr int m = 4096;
  using Left = Tile<bf16, rows, depth>;    // lines run along k
  using Right = Tile<bf16, depth, columns>;  // lines run along n
  using Sums = MmaSums<Left, true, Right, false, 4, 2>;
  constexpr int stage_bytes = Left::bytes + sums * Right::bytes;
  extern __shared__ uint4 dynamic_shared[];
  unsigned char* const shared = reinterpret_cast<unsigned char*>(dynamic_shared);

  // Which tile this block makes.
  int tile_row, tile_column;
  TileOrder{row_tiles, column_tiles}.find(blockIdx.x, tile_row, tile_column);
  const int n = 4096;
  const int m0 = tile_row * rows, n0 = tile_column * columns;
  const Matrix<bf16> left = {p0, 1024, 1, 4096, 1024};
  Matrix<bf16> right[sums];
  right[0] = {p1, 4096, 1, 1024, 4096};

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
    const f32 sum4[2] = {sum[0].at(i, 0), sum[0].at(i, 1)};
    k1_finish(row, column, sum4, p2, p3, p7);
  }
}
