// Matrix product, version 2: y = gelu(x w + b); x is [rows, k], w is [k, columns].
// Bytes an element: k / 16 asked for, 2 written: a tile's row and column of 64 are brought in once for all of its elements.
// New here: a block brings tiles of x and w into shared memory; each thread makes 4 x 4 elements out of registers.
// Launch: a block of 256 threads a tile of 64 x 64; what tiles are left over, the blocks take in turns.
extern "C" __global__ void __launch_bounds__(256, 4) matmul_v2(
    const bf16* __restrict__ x, const bf16* __restrict__ w, const bf16* __restrict__ b, bf16* __restrict__ y, const i64 rows,
    const i64 columns, const i64 k) {
  constexpr int side = 64, depth = 16, each = 4;
  __shared__ f32 left[depth][side + 1], right[depth][side];
  const int across = threadIdx.x % 16, down = threadIdx.x / 16;
  const i64 column_tiles = (columns + side - 1) / side, tiles = (rows + side - 1) / side * column_tiles;
  for (i64 tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const i64 row0 = tile / column_tiles * side, column0 = tile % column_tiles * side;
    f32 sum[each][each] = {};
    for (i64 k0 = 0; k0 < k; k0 += depth) {
      __syncthreads();  // all have done with the tiles before
      for (int i = threadIdx.x; i < depth * side; i += 256) {
        const i64 row = row0 + i / depth, j = k0 + i % depth;
        left[i % depth][i / depth] = row < rows && j < k ? to_f32(x[row * k + j]) : 0.0f;
        const i64 line = k0 + i / side, column = column0 + i % side;
        right[i / side][i % side] = line < k && column < columns ? to_f32(w[line * columns + column]) : 0.0f;
      }
      __syncthreads();
#pragma unroll
      for (int j = 0; j < depth; ++j) {
        f32 a[each], c[each];
#pragma unroll
        for (int i = 0; i < each; ++i) a[i] = left[j][down + 16 * i], c[i] = right[j][across + 16 * i];
#pragma unroll
        for (int i = 0; i < each; ++i) {
#pragma unroll
          for (int e = 0; e < each; ++e) sum[i][e] = fmaf(a[i], c[e], sum[i][e]);
        }
      }
    }
#pragma unroll
    for (int i = 0; i < each; ++i) {
#pragma unroll
      for (int e = 0; e < each; ++e) {
        const i64 row = row0 + down + 16 * i, column = column0 + across + 16 * e;
        if (row < rows && column < columns) y[row * columns + column] = narrow<bf16>(gelu(sum[i][e] + to_f32(b[column])));
      }
    }
  }
}
