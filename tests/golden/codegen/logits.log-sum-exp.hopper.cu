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
// Launch: 132 blocks of 384 threads, one an SM; they walk through 8 000 tiles of 128 x 256 elements, 64 of k at a time, 4 stages.
// The copy engine (TMA) brings tiles in, warpgroup 0 asks for them; 1 and 2 multiply 64 rows each by wgmma.
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

__device__ __forceinline__ void k1_finish(const i64 row, const i64 column, const f32 (&sum3)[2], const bf16* __restrict__ p2, k1_Parts& parts, f32 (&kept)[2]) {
  [[maybe_unused]] constexpr i64 columns = 32000;
  constexpr int width = 2;  // elements that move at once
#pragma unroll
  for (int first = 0; first < 2; first += width) {
    const Vec<bf16, width> a2 = load<width>(p2 + column + first);
#pragma unroll
    for (int e = first; e < first + width; ++e) {
      f32 v4;
      k1_element(sum3[e], to_f32(a2, e - first), v4);
      parts.part5 = maximum(parts.part5, v4);
      kept[e] = v4;
    }
  }
}

extern "C" __global__ void __launch_bounds__(384, 1) k1_matmul_add_max_sub_exp_sum_and_2_more_tiles(
    const __grid_constant__ TensorMap left,
    const __grid_constant__ TensorMap right3,
    const bf16* __restrict__ p2,
    f32* __restrict__ parts5,
    f32* __restrict__ parts8) {
  constexpr int rows = 128, columns = 256, depth = 64, stages = 4;  // a tile's
  constexpr int sums = 1, box = 64 * 64 * 2, left_bytes = rows * depth * 2, right_bytes = columns * depth * 2;
  constexpr int stage_bytes = left_bytes + sums * right_bytes;
  constexpr int row_tiles = 64, column_tiles = 125, tiles = 8000, steps = 64;
  [[maybe_unused]] constexpr int m = 8192;
  // A ring of stages, two boxes on their way out for each multiplying warpgroup, the barriers, and bias rows.
  extern __shared__ __align__(1024) unsigned char shared[];
  const u32 ring = shared_address(shared), staging = ring + stages * stage_bytes;
  const u32 full = staging + 4 * box, empty = full + 8 * stages;
  if (threadIdx.x == 0) {
    for (int s = 0; s < stages; ++s) {
      barrier_init(full + 8 * s, 1);
      barrier_init(empty + 8 * s, 2);
    }
    barriers_are_made();
    fetch_map(left);
    fetch_map(right3);
  }
  __syncthreads();

  int matrix, m0, n0;  // of a tile
  const auto find = [&](int tile) {
    matrix = tile / (row_tiles * column_tiles);
    int tile_row, tile_column;
    TileOrder{row_tiles, column_tiles}.find(tile % (row_tiles * column_tiles), tile_row, tile_column);
    m0 = tile_row * rows;
    n0 = tile_column * columns;
  };
  const int role = threadIdx.x / 128;
  if (role == 0) {  // brings tiles in
    give_registers<40>();
    if (threadIdx.x != 0) return;
    u32 round = 0;  // stages filled so far
    const auto next = [&](int bytes) {
      const u32 s = round % stages;
      barrier_wait(empty + 8 * s, (round / stages & 1) ^ 1);
      barrier_expect(full + 8 * s, bytes);
      ++round;
      return s;
    };
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      find(tile);
      const TensorMap* const right_1 = &right3;
      for (int k0 = 0; k0 < steps * depth; k0 += depth) {
        const u32 s = next(stage_bytes), to = ring + s * stage_bytes, barrier = full + 8 * s;
        box_in(to, &left, barrier, k0, m0);
        for (int x = 0; x < columns / 64; ++x) box_in(to + left_bytes + x * box, right_1, barrier, n0 + x * 64, k0);
      }
    }
    return;
  }

  take_registers<232>();
  const int group = role - 1, thread = threadIdx.x % 128, warp = thread / 32, lane = thread % 32;
  u32 round = 0;  // stages used so far
  const auto release = [&](u32 r) {
    if (thread == 0) barrier_arrive(empty + 8 * (r % stages));
  };
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    find(tile);
    const int row0 = m0 + group * 64;
    [[maybe_unused]] const int n = 32000;
    f32 sum[sums][columns / 2];
    for (int step = 0; step < steps; ++step, ++round) {
      const u32 s = round % stages, a = ring + s * stage_bytes + group * box, b = ring + s * stage_bytes + left_bytes;
      barrier_wait(full + 8 * s, round / stages & 1);
      wgmma_begin();
#pragma unroll
      for (int k = 0; k < depth / 16; ++k) {
#pragma unroll
        for (int i = 0; i < sums; ++i) {
          Wgmma<bf16, columns, false, true>::multiply(
              sum[i], operand_at(a + k * 16 * 2, false),
              operand_at(b + i * right_bytes + k * 16 * 128, true), step | k);
        }
      }
      wgmma_commit();
      if (step > 0) {
        wgmma_wait<1>();
        release(round - 1);
      }
    }
    wgmma_wait<0>();
    release(round - 1);
#pragma unroll
    for (int i = 0; i < sums; ++i) hold(sum[i]);
    k1_Parts parts[2];  // of this thread's two rows
#pragma unroll
    for (int i = 0; i < columns / 4; ++i) {
      const int row = row0 + warp * 16 + lane / 4 + i % 2 * 8, column = n0 + i / 2 * 8 + lane % 4 * 2;
      f32 kept[2] = {-infinity(), -infinity()};
      const f32 sum3[2] = {sum[0][2 * i], sum[0][2 * i + 1]};
      k1_finish(i64(matrix) * m + row, column, sum3, p2, parts[i % 2], kept);
      sum[0][2 * i] = kept[0];
      sum[0][2 * i + 1] = kept[1];
    }
    constexpr f32 log2e = 1.44269504f;
    f32 top[2];  // taken off before elements are raised
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      top[h] = parts[h].part5 == -infinity() ? 0.0f : parts[h].part5;
    }
#pragma unroll
    for (int i = 0; i < columns / 2; ++i) {
      const f32 raised = two_to((sum[0][i] - top[i / 2 % 2]) * log2e);
      parts[i / 2 % 2].part8 += raised;
    }
#pragma unroll
    for (int h = 0; h < 2; ++h) {  // what this tile leaves of each row
      k1_join_lanes<4>(parts[h]);
      const int row = row0 + warp * 16 + lane / 4 + h * 8;
      if (lane % 4 != 0 || row >= m) continue;
      const i64 place = (i64(matrix) * m + row) * column_tiles + n0 / columns;
      parts5[place] = parts[h].part5;
      parts8[place] = parts[h].part8;
    }
  }
}
