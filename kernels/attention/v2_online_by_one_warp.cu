// Attention, version 2: o = softmax(causal(0.0884 q k^T)) v; q, k, v and o are [heads, tokens, 128].
// Bytes an element: tokens / 8 asked for, 2 written: a tile of keys and values serves 32 queries. No score is written.
// New here: one kernel, for the softmax goes along with the keys. A warp keeps of each of its four queries the largest score so
// far, the sum of exp(score - largest) and the values weighted by them; a larger score makes all of it fade.
// Launch: a block of 256 threads, 8 warps, for 32 queries of one head.
extern "C" __global__ void __launch_bounds__(256, 2) attention_v2(
    const bf16* __restrict__ q, const bf16* __restrict__ k, const bf16* __restrict__ v, bf16* __restrict__ o, const i64 tokens) {
  constexpr int each = 4, rows = 32, tile = 32, head = 128, wide = 4, pieces = head / wide;
  constexpr f32 scale = 0.0884f;
  __shared__ Vec<f32, wide> queries[rows][pieces];
  __shared__ Vec<bf16, wide> keys[tile][pieces + 1], values[tile][pieces];  // one more: lanes read 32 lines at once
  const int lane = threadIdx.x % 32, own = threadIdx.x / 32 * each;         // the first query of this warp
  const i64 tiles = (tokens + rows - 1) / rows, first = blockIdx.x / tiles * tokens, row0 = blockIdx.x % tiles * rows;
  for (int i = threadIdx.x; i < rows * pieces; i += 256) {
    const i64 row = row0 + i / pieces;
    Vec<bf16, wide> piece{};
    if (row < tokens) piece = load<wide>(q + (first + row) * head + i % pieces * wide);
    for (int e = 0; e < wide; ++e) queries[i / pieces][i % pieces][e] = to_f32(piece, e) * scale;
  }
  f32 top[each], sum[each] = {}, added[each][wide] = {};
  for (int r = 0; r < each; ++r) top[r] = -infinity();

  for (i64 key0 = 0; key0 < tokens; key0 += tile) {
    __syncthreads();  // all have done with the keys before
    for (int i = threadIdx.x; i < tile * pieces; i += 256) {
      const i64 key = key0 + i / pieces, at = (first + key) * head + i % pieces * wide;
      keys[i / pieces][i % pieces] = key < tokens ? load<wide>(k + at) : Vec<bf16, wide>{};
      values[i / pieces][i % pieces] = key < tokens ? load<wide>(v + at) : Vec<bf16, wide>{};
    }
    __syncthreads();
    f32 weight[each] = {};  // a lane has one key: its scores with four queries
#pragma unroll 4
    for (int d = 0; d < pieces; ++d) {
      const Vec<bf16, wide> key = keys[lane][d];
#pragma unroll
      for (int r = 0; r < each; ++r) {
#pragma unroll
        for (int e = 0; e < wide; ++e) weight[r] = fmaf(queries[own + r][d][e], to_f32(key, e), weight[r]);
      }
    }
#pragma unroll
    for (int r = 0; r < each; ++r) {
      const f32 score = key0 + lane > row0 + own + r ? -infinity() : weight[r];
      // Every query sees the first key of all: from the first tile on there is a largest score.
      const f32 here = maximum(top[r], reduce_lanes<32>(score, Larger())), fade = expf(top[r] - here);
      weight[r] = expf(score - here);
      sum[r] = sum[r] * fade + weight[r];
      top[r] = here;
#pragma unroll
      for (int e = 0; e < wide; ++e) added[r][e] *= fade;
    }
#pragma unroll 4
    for (int j = 0; j < tile; ++j) {  // now a lane has four dimensions of each value
      const Vec<bf16, wide> value = values[j][lane];
#pragma unroll
      for (int r = 0; r < each; ++r) {
        const f32 share = __shfl_sync(0xFFFFFFFFu, weight[r], j);
#pragma unroll
        for (int e = 0; e < wide; ++e) added[r][e] = fmaf(share, to_f32(value, e), added[r][e]);
      }
    }
  }
#pragma unroll
  for (int r = 0; r < each; ++r) {
    const f32 all = reduce_lanes<32>(sum[r], Add());
    Vec<bf16, wide> out;
    for (int e = 0; e < wide; ++e) out[e] = narrow<bf16>(added[r][e] / all);
    if (row0 + own + r < tokens) store(o + (first + row0 + own + r) * head + lane * wide, out);
  }
}
