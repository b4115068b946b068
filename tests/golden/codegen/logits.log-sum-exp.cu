// Kernel 1, matmul-reduce: one product and what follows it, in one trip; a tile leaves its part of each row.
//   v3 = v0 @ v1                v3[m, n] = sum over k of v0[m, k] * v1[k, n]: 8 192 x 32 000, sums of 4 096 (added up in f32)
//   v4 = add(v3, v2)            x + y
//   v5 = max(v4)                largest of each row
//   v6 = sub(v4, v5)            x - y
//   v7 = exp(v6)                e to the x
//   v8 = sum(v7)                sum of each row
// Left v0: bf16[8192, 4096]
// Right v1: bf16[4096, 32000]
// Reads v2: bf16[32000], one row for all
// Launch: 16 000 blocks of 256 threads; a block makes 128 x 128 elements, 32 of k at a time, 4 stages in 65 536 bytes of shared memory.
// Tensor cores by mma.sync, one warp at a time; cp.async brings the tiles in.
// What is had of a row so far: a number for each of its reductions.
struct k1_Parts {
  f32 part5 = -infinity();
  f32 part8 = 0.0f;  // of exp(.. - part5)
};
__device__ __forceinline__ void k1_join(k1_Parts& a, const k1_Parts& b) {
  const f32 top5 = maximum(a.part5, b.part5);
  a.part8 = a.part8 * (a.part5 == top5 ? 1.0f : expf(a.part5 - top5)) + b.part8 * (b.part5 == top5 ? 1.0f : expf(b.part5 - top5));
  a.part5 = top5;
}
template <int lanes>
__device__ __forceinline__ void k1_join_lanes(k1_Parts& own) {
#pragma unroll
  for (int apart = lanes / 2; apart > 0; apart /= 2) {
    k1_Parts other;
    other.part5 = __shfl_xor_sync(0xFFFFFFFFu, own.part5, apart);
    other.part8 = __shfl_xor_sync(0xFFFFFFFFu, own.part8, apart);
    k1_join(own, other);
  }
}

__device__ __forceinline__ void k1_element(f32 v3, f32 v2, f32& out4) {
  const f32 v4 = v3 + v2;
  out4 = v4;
}

__device__ __forceinline__ void k1_finish(const i64 row, const i64 column, const f32 (&sum3)[2], const bf16* __restrict__ p2, k1_Parts& parts) {
  constexpr i64 columns = 32000;
  constexpr int width = 2;  // elements that move at once
#pragma unroll
  for (int first = 0; first < 2; first += width) {
    if (column + first >= columns) break;
    const Vec<bf16, width> a2 = load<width>(p2 + column + first);
#pragma unroll
    for (int e = first; e < first + width; ++e) {
      f32 v4;
      k1_element(sum3[e], to_f32(a2, e - first), v4);
      if (v4 != -infinity()) {
        const f32 over = v4 - parts.part5, less = expf(-fabsf(over));
        parts.part8 = over > 0.0f ? parts.part8 * less + 1.0f : parts.part8 + less;
      }
      parts.part5 = maximum(parts.part5, v4);
    }
  }
}

extern "C" __global__ void __launch_bounds__(256, 2) k1_matmul_add_max_sub_exp_sum_and_2_more_tiles(
    const bf16* __restrict__ p0,
    const bf16* __restrict__ p1,
    const bf16* __restrict__ p2,
    f32* __restrict__ parts5,
    f32* __restrict__ parts8) {
  constexpr int rows = 128, columns = 128, depth = 32, stages = 4, threads = 256;  // a tile's
  constexpr int row_tiles = 64, column_tiles = 250, sums = 1, steps = 128;
  constexpr int m = 8192;
  using Left = Tile<bf16, rows, depth>;    // lines run along k
  using Right = Tile<bf16, depth, columns>;  // lines run along n
  using Sums = MmaSums<Left, true, Right, false, 4, 2>;
  constexpr int stage_bytes = Left::bytes + sums * Right::bytes;
  extern __shared__ uint4 dynamic_shared[];
  unsigned char* const shared = reinterpret_cast<unsigned char*>(dynamic_shared);

  // Which tile this block makes.
  int tile_row, tile_column;
  TileOrder{row_tiles, column_tiles}.find(blockIdx.x, tile_row, tile_column);
  const int n = 32000;
  const int m0 = tile_row * rows, n0 = tile_column * columns;
  const Matrix<bf16> left = {p0, 4096, 1, 8192, 4096};
  Matrix<bf16> right[sums];
  right[0] = {p1, 32000, 1, 4096, 32000};

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

  constexpr int own_rows = Sums::high * 2, row_lanes = 4, row_warps = 2;
  k1_Parts parts[own_rows];
  // What follows the sums, a pair of columns at a time.
#pragma unroll
  for (int i = 0; i < Sums::pairs; ++i) {
    const int row = m0 + Sums::row(i), column = n0 + Sums::column(i);
    if (row >= m || column >= n) continue;
    const f32 sum3[2] = {sum[0].at(i, 0), sum[0].at(i, 1)};
    k1_finish(row, column, sum3, p2, parts[i / (2 * Sums::wide) * 2 + i % 2]);
  }
  // What this tile leaves of each row: lanes that share it join theirs, then warps.
  __syncthreads();  // the tiles in shared memory are done with
  k1_Parts* const of_warps = reinterpret_cast<k1_Parts*>(shared);
#pragma unroll
  for (int r = 0; r < own_rows; ++r) {
    k1_join_lanes<row_lanes>(parts[r]);
    const int row = Sums::row(r / 2 * (2 * Sums::wide) + r % 2);
    if (threadIdx.x % row_lanes == 0) of_warps[threadIdx.x / 32 % row_warps * rows + row] = parts[r];
  }
  __syncthreads();
  for (int r = threadIdx.x; r < rows && m0 + r < m; r += threads) {
    k1_Parts all = of_warps[r];
    for (int w = 1; w < row_warps; ++w) k1_join(all, of_warps[w * rows + r]);
    const i64 place = i64(m0 + r) * column_tiles + tile_column;
    parts5[place] = all.part5;
    parts8[place] = all.part8;
  }
}
// Kernel 1, second launch: a warp a row joins what the tiles left of it.
//   v5 = max(v4)                largest of each row
//   v8 = sum(v7)                sum of each row
//   v9 = log(v8)                natural logarithm of x
//   v10 = add(v9, v5)           x + y
// Writes v10: bf16[8192, 1]
extern "C" __global__ void __launch_bounds__(128, 1) k1_matmul_add_max_sub_exp_sum_and_2_more_finish(
    const f32* __restrict__ parts5,
    const f32* __restrict__ parts8,
    bf16* __restrict__ p10) {
  constexpr i64 rows = 8192;
  constexpr int tiles = 250;  // that left a part of each row
  const int lane = threadIdx.x % 32;
  const i64 row = i64(blockIdx.x) * 4 + threadIdx.x / 32;
  if (row >= rows) return;
  f32 own5 = -infinity();
  for (int t = lane; t < tiles; t += 32) own5 = Larger()(own5, parts5[row * tiles + t]);
  const f32 v5 = reduce_lanes<32>(own5, Larger());
  f32 own8 = 0.0f;
  for (int t = lane; t < tiles; t += 32) own8 += parts8[row * tiles + t] * expf(parts5[row * tiles + t] - v5);
  const f32 v8 = reduce_lanes<32>(own8, Add());
  const f32 v9 = logf(v8);
  const f32 v10 = v9 + v5;
  if (lane == 0) p10[row] = narrow<bf16>(v10);
}
