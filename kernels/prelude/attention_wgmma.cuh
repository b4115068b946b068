// Attention by wgmma: a warpgroup has 64 queries; their scores and the values added up so far stay in its registers.

/// Keys and values lie in boxes of 64 dimensions, each a line of 128 bytes a key.
template <class T, int keys, int head, int width, int query_box>
struct WgmmaAttention {
  static constexpr int pairs = keys / 4, added_pairs = width / 4, key_box = keys * 128;
  f32 score[keys / 2];
  f32 added[width / 2];
  u32 weights[keys / 16][4];
  f32 top[2], sum[2], fade[2];  ///< of this thread's two rows

  /// Pair `i` of this thread, of scores or of values: two neighbouring columns of one of the 64 rows.
  static __device__ __forceinline__ int row(int i) {
    return int(threadIdx.x) % 128 / 32 * 16 + i % 2 * 8 + int(threadIdx.x) % 32 / 4;
  }
  static __device__ __forceinline__ int column(int i) { return i / 2 * 8 + int(threadIdx.x) % 4 * 2; }
  __device__ __forceinline__ f32& score_at(int i, int e) { return score[i / 2 * 4 + i % 2 * 2 + e]; }
  __device__ __forceinline__ f32 added_at(int i, int e) const { return added[i / 2 * 4 + i % 2 * 2 + e]; }
  __device__ __forceinline__ f32 top_of(int i) const { return top[i % 2]; }
  __device__ __forceinline__ f32 sum_of(int i) const { return sum[i % 2]; }

  __device__ __forceinline__ void begin() {
#pragma unroll
    for (int h = 0; h < 2; ++h) top[h] = -infinity(), sum[h] = 0.0f, fade[h] = 1.0f;
  }

  /// Scores = queries times keys: begun, not waited for.
  __device__ __forceinline__ void multiply_keys(u32 queries, u32 tile) {
    wgmma_begin();
#pragma unroll
    for (int k = 0; k < head / 16; ++k) {
      Wgmma<T, keys, false, false>::multiply(score, operand_at(queries + k / 4 * query_box + k % 4 * 32, false),
                                             operand_at(tile + k / 4 * key_box + k % 4 * 32, false), k);
    }
    wgmma_commit();
  }
  /// Values so far (+)= weights times values: begun, not waited for.
  __device__ __forceinline__ void multiply_values(u32 tile, int add) {
    wgmma_begin();
#pragma unroll
    for (int k = 0; k < keys / 16; ++k) {
      Wgmma<T, width, false, true>::multiply(added, weights[k], operand_at(tile + k * 2048, true, key_box), k | add);
    }
    wgmma_commit();
  }

  /// Scores become exp((score - top) scale); the sums fade as the top grows, the values will in `fade_values`.
  __device__ __forceinline__ void soften(f32 scale) {
    const f32 log2_e = 1.44269504f * scale;
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      f32 here = top[h];
#pragma unroll
      for (int i = h; i < pairs; i += 2) here = fmaxf(here, fmaxf(score_at(i, 0), score_at(i, 1)));
      here = fmaxf(here, __shfl_xor_sync(0xFFFFFFFFu, here, 1));
      here = fmaxf(here, __shfl_xor_sync(0xFFFFFFFFu, here, 2));
      const f32 shift = here == -infinity() ? 0.0f : here * log2_e;  // nothing is seen yet: exp of nothing is 0
      fade[h] = top[h] == here ? 1.0f : two_to((top[h] - here) * log2_e);
      top[h] = here;
      f32 more = 0.0f;
#pragma unroll
      for (int i = h; i < pairs; i += 2) {
#pragma unroll
        for (int e = 0; e < 2; ++e) {
          const f32 weight = two_to(fmaf(score_at(i, e), log2_e, -shift));
          score_at(i, e) = weight;
          more += weight;
        }
      }
      sum[h] = sum[h] * fade[h] + more;
    }
  }
  /// Weights as the next product's left operand: scores lie as it wants them.
  __device__ __forceinline__ void pack_weights() {
#pragma unroll
    for (int i = 0; i < pairs; ++i) weights[i / 4][i % 4] = packed(score_at(i, 0), score_at(i, 1), T{});
  }
  __device__ __forceinline__ void fade_values() {
#pragma unroll
    for (int i = 0; i < width / 2; ++i) added[i] *= fade[i / 2 % 2];
  }
  __device__ __forceinline__ void finish_sums() {
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      sum[h] += __shfl_xor_sync(0xFFFFFFFFu, sum[h], 1);
      sum[h] += __shfl_xor_sync(0xFFFFFFFFu, sum[h], 2);
    }
  }
};
