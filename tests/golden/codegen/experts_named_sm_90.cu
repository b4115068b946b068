// Kernel 1, matmul: one product and what follows it, in one trip.
//   v5 = grouped(gather(v0, v1), v2, v3)v5[m, n] = sum over k of v0[v1[m], k] * v2[expert of m, k, n]: 1 000 x 512, sums of 64 (added up in f32)
//   v6 = silu(v5)               x * sigmoid(x)
// Left, each row found by its number, v0: bf16[500, 64]
// Numbers v1: i32[1000], a row of v0 each.
// Right v2: bf16[8, 64, 512]
// Writes v6: bf16[1000, 512]
// Ends v3: where the rows of 8 experts end, i32; no tile has rows of two of them.
// Launch: 30 blocks of 384 threads, one an SM; they walk through 30 tiles of 128 x 256 elements, 64 of k at a time, 4 stages.
// The copy engine (TMA) brings tiles in, warpgroup 0 asks for them; 1 and 2 multiply 64 rows each by wgmma.
__device__ __forceinline__ void k1_element(f32 v5, f32& out6) {
  const f32 v6 = silu(v5);
  out6 = v6;
}

extern "C" __global__ void __launch_bounds__(384, 1) k1_gather_grouped_silu(
    const __grid_constant__ TensorMap right5,
    const __grid_constant__ TensorMap out6,
    const bf16* __restrict__ p0,
    const int* __restrict__ p1,
    const int* __restrict__ p3,
    bf16* __restrict__ p6) {
  constexpr int rows = 128, columns = 256, depth = 64, stages = 4;  // a tile's
  constexpr int sums = 1, box = 64 * 64 * 2, left_bytes = rows * depth * 2, right_bytes = columns * depth * 2;
  constexpr int stage_bytes = left_bytes + sums * right_bytes;
  constexpr int row_tiles = 15, column_tiles = 2, tiles = 30, steps = 1;
  // A ring of stages, two boxes on their way out for each multiplying warpgroup, the barriers, and bias rows.
  extern __shared__ __align__(1024) unsigned char shared[];
  const u32 ring = shared_address(shared), staging = ring + stages * stage_bytes;
  const u32 full = staging + 4 * box, empty = full + 8 * stages;
  if (threadIdx.x == 0) {
    for (int s = 0; s < stages; ++s) {
      barrier_init(full + 8 * s, 129);
      barrier_init(empty + 8 * s, 2);
    }
    barriers_are_made();
    fetch_map(right5);
    fetch_map(out6);
  }
  __syncthreads();

  [[maybe_unused]] constexpr int matrix = 0;
  int expert, m, m0, n0;  // of a tile: rows from m on are the next expert's
  const auto find = [&](int tile) {
    int tile_row, tile_column;
    TileOrder{row_tiles, column_tiles}.find(tile % (row_tiles * column_tiles), tile_row, tile_column);
    const ExpertTile own = expert_tile<8, rows>(p3, tile_row);
    expert = own.expert;
    m0 = own.row;
    m = own.end;
    n0 = tile_column * columns;
  };
  const int role = threadIdx.x / 128;
  if (role == 0) {  // brings tiles in
    give_registers<40>();
    u32 round = 0;  // stages filled so far
    const auto next = [&](int bytes) {
      const u32 s = round % stages;
      barrier_wait(empty + 8 * s, (round / stages & 1) ^ 1);
      if (threadIdx.x == 0) barrier_expect(full + 8 * s, bytes);
      ++round;
      return s;
    };
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      find(tile);
      if (expert < 0) continue;
      const TensorMap* const right_1 = &right5;
      using Left = Tile<bf16, rows, depth>;
      const Matrix<bf16> left = {p0, 64, 1, 0, 64};
      const NamedRows<Left, 128, 16> named = {p1, m0, m};
      for (int k0 = 0; k0 < steps * depth; k0 += depth) {
        const u32 s = next(sums * right_bytes), to = ring + s * stage_bytes, barrier = full + 8 * s;
        named.bring(shared + s * stage_bytes, left, k0);
        rows_arrive(barrier);
        if (threadIdx.x == 0) for (int x = 0; x < columns / 64; ++x) box_in(to + left_bytes + x * box, right_1, barrier, n0 + x * 64, k0, expert, 0);
      }
    }
    return;
  }

  take_registers<232>();
  const int group = role - 1, thread = threadIdx.x % 128, warp = thread / 32, lane = thread % 32;
  const u32 out = staging + group * 2 * box;
  u32 round = 0;  // stages used so far
  u32 sent = 0;   // boxes sent so far
  const auto release = [&](u32 r) {
    if (thread == 0) barrier_arrive(empty + 8 * (r % stages));
  };
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    find(tile);
    if (expert < 0) continue;
    const int row0 = m0 + group * 64;
    [[maybe_unused]] const int n = 512;
    f32 sum[sums][columns / 2];
    for (int step = 0; step < steps; ++step, ++round) {
      const u32 s = round % stages, a = ring + s * stage_bytes + group * box, b = ring + s * stage_bytes + left_bytes;
      barrier_wait(full + 8 * s, round / stages & 1);
      show_copy_engine();  // what threads brought in
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
#pragma unroll
    for (int x = 0; x < columns / 64; ++x) {  // boxes of 64 x 64
      const u32 buffer = out + (sent++ & 1) * box;
#pragma unroll
      for (int j = 0; j < 4; ++j) {  // 16 x 16 a warp
        const int line = warp * 16 + lane % 16, at = line * 128 + (((j * 2 + lane / 16) ^ (line & 7)) << 4);
        u32 w6[4];
#pragma unroll
        for (int q = 0; q < 4; ++q) {
          const int i = x * 32 + j * 8 + q * 2;  // of this thread's sums
          f32 y6[2];
#pragma unroll
          for (int e = 0; e < 2; ++e) {
            f32& v6 = y6[e];
            k1_element(sum[0][i + e], v6);
          }
          w6[q] = packed(y6[0], y6[1], bf16{});
        }
        store_boxes(buffer + at, w6);
      }
      show_copy_engine();
      if (thread == 0) boxes_have_left();  // the other one: it is filled next
      meet(1 + group, 128);
      if (row0 + 64 <= m) {
        if (thread == 0) {
          box_out(&out6, buffer, n0 + x * 64, row0);
          boxes_commit();
        }
      } else {  // the rest are rows of the next expert
        part_of_box_out(p6 + i64(row0) * n + n0 + x * 64, n, buffer, m - row0, n - n0 - x * 64, thread);
      }
    }
  }
  if (thread == 0) boxes_have_left();
}
