// Attention, version 1, the first of three kernels: s = causal(0.0884 q k^T); q and k are [heads, tokens, 128].
// Bytes a score: 8 asked for, for 64 queries and 64 keys serve 64 x 64 of them; 2 written.
// New here: nothing. The square of scores is written, read for its softmax, written again and read again: 8 bytes a score.
// Launch: a block of 256 threads a tile of 64 x 64 scores of one head.
extern "C" __global__ void __launch_bounds__(256, 3) attention_v1_scores(
    const bf16* __restrict__ q, const bf16* __restrict__ k, bf16* __restrict__ s, const i64 tokens) {
  constexpr int side = 64, depth = 16, each = 4, head = 128;
  constexpr f32 scale = 0.0884f;
  __shared__ f32 left[depth][side + 1], right[depth][side + 1];
  const i64 tiles = (tokens + side - 1) / side, matrix = blockIdx.x / (tiles * tiles);
  const i64 row0 = blockIdx.x / tiles % tiles * side, column0 = blockIdx.x % tiles * side;
  const bf16 *const queries = q + matrix * tokens * head, *const keys = k + matrix * tokens * head;
  const int across = threadIdx.x % 16, down = threadIdx.x / 16;
  f32 sum[each][each] = {};
  for (int d = 0; d < head; d += depth) {
    __syncthreads();  // all have done with the part before
    for (int i = threadIdx.x; i < depth * side; i += 256) {
      const int line = i / depth, at = i % depth;
      left[at][line] = row0 + line < tokens ? to_f32(queries[(row0 + line) * head + d + at]) : 0.0f;
      right[at][line] = column0 + line < tokens ? to_f32(keys[(column0 + line) * head + d + at]) : 0.0f;
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
      const i64 query = row0 + down + 16 * i, key = column0 + across + 16 * e;
      if (query >= tokens || key >= tokens) continue;
      const f32 score = key > query ? -infinity() : sum[i][e] * scale;  // a query sees itself and what came before
      s[(matrix * tokens + query) * tokens + key] = narrow<bf16>(score);
    }
  }
}
