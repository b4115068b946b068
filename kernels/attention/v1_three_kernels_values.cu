// Attention, version 1, the last of three kernels: o = p v; v and o are [heads, tokens, 128].
// Bytes an element: tokens / 16 asked for, 2 written.
// New here: nothing. This is the matrix ladder's second version, once a head.
// Launch: a block of 256 threads a tile of 64 tokens and 64 dimensions of one head.
extern "C" __global__ void __launch_bounds__(256, 3) attention_v1_values(
    const bf16* __restrict__ p, const bf16* __restrict__ v, bf16* __restrict__ o, const i64 tokens) {
  constexpr int side = 64, depth = 16, each = 4, head = 128, halves = head / side;
  __shared__ f32 left[depth][side + 1], right[depth][side];
  const i64 tiles = (tokens + side - 1) / side, matrix = blockIdx.x / (tiles * halves);
  const i64 row0 = blockIdx.x / halves % tiles * side, column0 = blockIdx.x % halves * side;
  const bf16 *const weights = p + matrix * tokens * tokens, *const values = v + matrix * tokens * head;
  const int across = threadIdx.x % 16, down = threadIdx.x / 16;
  f32 sum[each][each] = {};
  for (i64 key0 = 0; key0 < tokens; key0 += depth) {
    __syncthreads();  // all have done with the keys before
    for (int i = threadIdx.x; i < depth * side; i += 256) {
      const i64 row = row0 + i / depth, own = key0 + i % depth, key = key0 + i / side;
      left[i % depth][i / depth] = row < tokens && own < tokens ? to_f32(weights[row * tokens + own]) : 0.0f;
      right[i / side][i % side] = key < tokens ? to_f32(values[key * head + column0 + i % side]) : 0.0f;
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
      const i64 row = row0 + down + 16 * i;
      if (row < tokens) o[(matrix * tokens + row) * head + column0 + across + 16 * e] = narrow<bf16>(sum[i][e]);
    }
  }
}
