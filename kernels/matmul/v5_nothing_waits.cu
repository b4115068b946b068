// Matrix product, version 5: y = gelu(x w + b); x is [rows, k], w is [k, columns]; both of a multiple of 8 columns.
// Bytes an element: k / 43 asked for, 2 written.
// New here: one block an SM walks through the tiles. While it finishes one, the next one's operands come in already;
// results leave by the copy engine, the bias waits in shared memory, and a stage is handed back while the next is multiplied.
// Launch: one block of 384 threads an SM.
extern "C" __global__ void __launch_bounds__(384, 1) matmul_v5(
    const __grid_constant__ TensorMap x, const __grid_constant__ TensorMap w, const bf16* __restrict__ b,
    const __grid_constant__ TensorMap y, const i64 rows, const i64 columns, const i64 k) {
  constexpr int high = 128, wide = 256, depth = 64, stages = 4, box = 64 * 64 * 2;
  constexpr int left_bytes = high * depth * 2, stage_bytes = left_bytes + depth * wide * 2;
  extern __shared__ __align__(1024) unsigned char shared[];
  const u32 ring = shared_address(shared), staging = ring + stages * stage_bytes;
  const u32 full = staging + 4 * box, empty = full + 8 * stages;
  if (threadIdx.x == 0) {
    for (int s = 0; s < stages; ++s) barrier_init(full + 8 * s, 1), barrier_init(empty + 8 * s, 2);
    barriers_are_made();
  }
  __syncthreads();
  const int row_tiles = int(rows + high - 1) / high, column_tiles = int(columns + wide - 1) / wide;
  const int steps = int(k + depth - 1) / depth, role = threadIdx.x / 128, group = role - 1;
  const int thread = threadIdx.x % 128, warp = thread / 32, lane = thread % 32;
  auto* const bias = reinterpret_cast<Vec<bf16, 2>*>(shared + stages * stage_bytes + 4 * box + 16 * stages) + group * wide / 2;
  const u32 out = staging + group * 2 * box;
  u32 round = 0, sent = 0;  // stages used, boxes sent
  for (int tile = blockIdx.x; tile < row_tiles * column_tiles; tile += gridDim.x) {
    int tile_row, tile_column;
    TileOrder{row_tiles, column_tiles}.find(tile, tile_row, tile_column);
    const int row0 = tile_row * high, column0 = tile_column * wide;
    if (role == 0) {  // brings tiles in, as far ahead as the ring allows
      for (int step = 0; step < steps && threadIdx.x == 0; ++step, ++round) {
        const u32 s = round % stages, to = ring + s * stage_bytes, barrier = full + 8 * s;
        barrier_wait(empty + 8 * s, (round / stages & 1) ^ 1);
        barrier_expect(barrier, stage_bytes);
        box_in(to, &x, barrier, step * depth, row0);
        for (int i = 0; i < wide / 64; ++i) box_in(to + left_bytes + i * box, &w, barrier, column0 + i * 64, step * depth);
      }
      continue;
    }
    Vec<bf16, 2> own_bias{};
    if (column0 + thread * 2 < columns) own_bias = load<2>(b + column0 + thread * 2);
    f32 sum[wide / 2];
    for (int step = 0; step < steps; ++step, ++round) {
      const u32 s = round % stages, left = ring + s * stage_bytes + group * box, right = ring + s * stage_bytes + left_bytes;
      barrier_wait(full + 8 * s, round / stages & 1);
      wgmma_begin();
#pragma unroll
      for (int i = 0; i < depth / 16; ++i) {
        Wgmma<bf16, wide, false, true>::multiply(sum, operand_at(left + i * 16 * 2, false),
                                                 operand_at(right + i * 16 * 128, true), step | i);
      }
      wgmma_commit();
      if (step == 0) continue;
      wgmma_wait<1>();
      if (thread == 0) barrier_arrive(empty + 8 * ((round - 1) % stages));
    }
    bias[thread] = own_bias;
    meet(1 + group, 128);
    wgmma_wait<0>();
    if (thread == 0) barrier_arrive(empty + 8 * ((round - 1) % stages));
    hold(sum);
#pragma unroll
    for (int i = 0; i < wide / 64; ++i) {  // boxes of 64 x 64
      const u32 buffer = out + (sent++ & 1) * box;
#pragma unroll
      for (int j = 0; j < 4; ++j) {  // 16 x 16 a warp
        const int line = warp * 16 + lane % 16, at = line * 128 + (((j * 2 + lane / 16) ^ (line & 7)) << 4);
        u32 words[4];
#pragma unroll
        for (int q = 0; q < 4; ++q) {
          const int e = i * 32 + j * 8 + q * 2;
          const Vec<bf16, 2> a = bias[i * 32 + j * 8 + q / 2 * 4 + lane % 4];
          words[q] = packed(gelu(sum[e] + to_f32(a, 0)), gelu(sum[e + 1] + to_f32(a, 1)), bf16{});
        }
        store_boxes(buffer + at, words);
      }
      show_copy_engine();
      if (thread == 0) boxes_have_left();  // the other one: it is filled next
      meet(1 + group, 128);
      if (thread == 0) box_out(&y, buffer, column0 + i * 64, row0 + group * 64), boxes_commit();
    }
  }
  if (role != 0 && thread == 0) boxes_have_left();
}
