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
// Launch: 132 blocks of 384 threads, one an SM; they walk through 512 tiles of 128 x 256 elements, 64 of k at a time, 4 stages.
// The copy engine (TMA) brings tiles in, warpgroup 0 asks for them; 1 and 2 multiply 64 rows each by wgmma.
__device__ __forceinline__ void k1_element(f32 v4, f32 v2, f32 v3, f32& out7) {
  const f32 v5 = v4 + v2;
  const f32 v6 = gelu(v5);
  const f32 v7 = v6 + v3;
  out7 = v7;
}

extern "C" __global__ void __launch_bounds__(384, 1) k1_matmul_add_gelu_add(
    const __grid_constant__ TensorMap left,
    const __grid_constant__ TensorMap right4,
    const __grid_constant__ TensorMap in3,
    const __grid_constant__ TensorMap out7,
    const bf16* __restrict__ p2) {
  constexpr int rows = 128, columns = 256, depth = 64, stages = 4;  // a tile's
  constexpr int sums = 1, box = 64 * 64 * 2, left_bytes = rows * depth * 2, right_bytes = columns * depth * 2;
  constexpr int stage_bytes = left_bytes + sums * right_bytes;
  constexpr int row_tiles = 32, column_tiles = 16, tiles = 512, steps = 16;
  [[maybe_unused]] constexpr int m = 4096;
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
    fetch_map(right4);
    fetch_map(in3);
    fetch_map(out7);
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
      const TensorMap* const right_1 = &right4;
      for (int k0 = 0; k0 < steps * depth; k0 += depth) {
        const u32 s = next(stage_bytes), to = ring + s * stage_bytes, barrier = full + 8 * s;
        box_in(to, &left, barrier, k0, m0);
        for (int x = 0; x < columns / 64; ++x) box_in(to + left_bytes + x * box, right_1, barrier, n0 + x * 64, k0);
      }
      for (int x = 0; x < columns / 64; x += 2) {
        const u32 s = next(4 * box), barrier = full + 8 * s;
        u32 to = ring + s * stage_bytes;
        for (int half = 0; half < 2; ++half) {
          box_in(to, &in3, barrier, n0 + (x + 0) * 64, m0 + half * 64);
          to += box;
          box_in(to, &in3, barrier, n0 + (x + 1) * 64, m0 + half * 64);
          to += box;
        }
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
  auto* const bias2 = reinterpret_cast<Vec<bf16, 2>*>(shared + stages * stage_bytes + 4 * box + 16 * stages + 0) + group * columns / 2;
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    find(tile);
    const int row0 = m0 + group * 64;
    [[maybe_unused]] const int n = 4096;
    Vec<bf16, 2> c2{};
    if (thread < columns / 2 && n0 + thread * 2 < n) c2 = load<2>(p2 + n0 + thread * 2);
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
    if (thread < columns / 2) {
      bias2[thread] = c2;
    }
    meet(1 + group, 128);
    wgmma_wait<0>();
    release(round - 1);
#pragma unroll
    for (int i = 0; i < sums; ++i) hold(sum[i]);
#pragma unroll
    for (int x = 0; x < columns / 64; ++x) {  // boxes of 64 x 64
      const u32 stage = round % stages;
      if (x % 2 == 0) barrier_wait(full + 8 * stage, round / stages & 1);
      const u32 operands = ring + stage * stage_bytes + (group * 2 + x % 2) * 1 * box;
      const u32 buffer = out + (sent++ & 1) * box;
#pragma unroll
      for (int j = 0; j < 4; ++j) {  // 16 x 16 a warp
        const int line = warp * 16 + lane % 16, at = line * 128 + (((j * 2 + lane / 16) ^ (line & 7)) << 4);
        u32 r3[4];
        load_boxes(operands + 0 * box + at, r3);
        u32 w7[4];
#pragma unroll
        for (int q = 0; q < 4; ++q) {
          const int i = x * 32 + j * 8 + q * 2;  // of this thread's sums
          const Vec<bf16, 2> a2 = bias2[x * 32 + j * 8 + q / 2 * 4 + lane % 4];
          const Vec<bf16, 2> a3 = unpacked<bf16>(r3[q]);
          f32 y7[2];
#pragma unroll
          for (int e = 0; e < 2; ++e) {
            f32& v7 = y7[e];
            k1_element(sum[0][i + e], to_f32(a2, e), to_f32(a3, e), v7);
          }
          w7[q] = packed(y7[0], y7[1], bf16{});
        }
        store_boxes(buffer + at, w7);
      }
      show_copy_engine();
      if (thread == 0) boxes_have_left();  // the other one: it is filled next
      meet(1 + group, 128);
      if (thread == 0) {
        box_out(&out7, buffer, n0 + x * 64, row0);
        boxes_commit();
      }
      if (x % 2 == 1) release(round++);
    }
  }
  if (thread == 0) boxes_have_left();
}
