// Matrix product, version 4: y = gelu(x w + b); x is [rows, k], w is [k, columns]; both of a multiple of 8 columns.
// Bytes an element: k / 43 asked for, 2 written: tiles of 128 x 256.
// New here, on Hopper: one thread asks the copy engine (TMA) for whole boxes, which say to a barrier when they are there;
// two warpgroups of 128 threads multiply 64 x 16 by 16 x 256 straight out of shared memory (wgmma).
// Launch: a block of 384 threads a tile of 128 x 256; what tiles are left over, the blocks take in turns.
extern "C" __global__ void __launch_bounds__(384, 1) matmul_v4(
    const __grid_constant__ TensorMap x, const __grid_constant__ TensorMap w, const bf16* __restrict__ b, bf16* __restrict__ y,
    const i64 rows, const i64 columns, const i64 k) {
  constexpr int high = 128, wide = 256, depth = 64, stages = 4, box = 64 * 64 * 2;
  constexpr int left_bytes = high * depth * 2, stage_bytes = left_bytes + depth * wide * 2;
  extern __shared__ __align__(1024) unsigned char shared[];
  const u32 ring = shared_address(shared), full = ring + stages * stage_bytes, empty = full + 8 * stages;
  if (threadIdx.x == 0) {
    for (int s = 0; s < stages; ++s) barrier_init(full + 8 * s, 1), barrier_init(empty + 8 * s, 2);
    barriers_are_made();
  }
  __syncthreads();
  const int row_tiles = int(rows + high - 1) / high, column_tiles = int(columns + wide - 1) / wide;
  const int steps = int(k + depth - 1) / depth, role = threadIdx.x / 128, group = role - 1;
  u32 round = 0;  // stages used so far
  for (int tile = blockIdx.x; tile < row_tiles * column_tiles; tile += gridDim.x) {
    int tile_row, tile_column;
    TileOrder{row_tiles, column_tiles}.find(tile, tile_row, tile_column);
    const int row0 = tile_row * high, column0 = tile_column * wide;
    if (role == 0) {  // brings tiles in
      for (int step = 0; step < steps && threadIdx.x == 0; ++step, ++round) {
        const u32 s = round % stages, to = ring + s * stage_bytes, barrier = full + 8 * s;
        barrier_wait(empty + 8 * s, (round / stages & 1) ^ 1);
        barrier_expect(barrier, stage_bytes);
        box_in(to, &x, barrier, step * depth, row0);
        for (int i = 0; i < wide / 64; ++i) box_in(to + left_bytes + i * box, &w, barrier, column0 + i * 64, step * depth);
      }
      continue;
    }
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
      wgmma_wait<0>();
      if (threadIdx.x % 128 == 0) barrier_arrive(empty + 8 * s);
    }
    hold(sum);
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32 % 4;
#pragma unroll
    for (int i = 0; i < wide / 4; ++i) {
      const int row = row0 + group * 64 + warp * 16 + lane / 4 + i % 2 * 8, column = column0 + i / 2 * 8 + lane % 4 * 2;
      if (row >= rows || column >= columns) continue;
      const Vec<bf16, 2> bias = load<2>(b + column);
      Vec<bf16, 2> out;
      for (int e = 0; e < 2; ++e) out[e] = narrow<bf16>(gelu(sum[2 * i + e] + to_f32(bias, e)));
      store(y + row * columns + column, out);
    }
  }
}
