// Attention on the CUDA cores, for f32 and for cards without tensor cores for this type: 16 x 16 threads, whose scores
// go through shared memory as the weights of the values.

template <class Queries, class Keys, class Values, class Weights>
struct FmaAttention {
  using Scores = FmaSums<Queries, true, Keys, true, 16>;  // a row's scores meet in a warp
  using Added = FmaSums<Weights, true, Values, false, 16>;
  static constexpr int pairs = Scores::pairs, added_pairs = Added::pairs, high = Scores::high;
  Scores scores;
  Added values;
  f32 top[high], sum[high];  ///< of this thread's rows; sums of its own columns

  __device__ __forceinline__ FmaAttention() {
#pragma unroll
    for (int r = 0; r < high; ++r) top[r] = -infinity(), sum[r] = 0.0f;
  }
  static __device__ __forceinline__ int row(int i) { return Scores::row(i); }
  static __device__ __forceinline__ int column(int i) { return Scores::column(i); }
  static __device__ __forceinline__ int added_row(int i) { return Added::row(i); }
  static __device__ __forceinline__ int added_column(int i) { return Added::column(i); }

  /// Scores = queries times keys.
  __device__ __forceinline__ void multiply_keys(const unsigned char* queries, const unsigned char* tile) {
    scores = Scores{};
    scores.multiply(queries, tile);
  }

  /// Weights exp((score - top) scale) into shared memory; the sums and the values so far fade as the top grows.
  __device__ __forceinline__ void soften(unsigned char* weights, f32 scale) {
#pragma unroll
    for (int r = 0; r < high; ++r) {
      f32 here = top[r];
#pragma unroll
      for (int j = 0; j < Scores::wide; ++j) here = fmaxf(here, fmaxf(scores.sum[r][j][0], scores.sum[r][j][1]));
      here = reduce_lanes<16>(here, Larger());
      const f32 shift = here == -infinity() ? 0.0f : here;  // nothing is seen yet: exp of nothing is 0
      const f32 fade = top[r] == here ? 1.0f : expf((top[r] - here) * scale);
      top[r] = here;
      sum[r] *= fade;
#pragma unroll
      for (int j = 0; j < Scores::wide; ++j) {
#pragma unroll
        for (int e = 0; e < 2; ++e) {
          const f32 weight = expf((scores.sum[r][j][e] - shift) * scale);
          const int i = r * Scores::wide + j;
          *const_cast<f32*>(Weights::element(weights, row(i), column(i) + e)) = weight;
          sum[r] += weight;
        }
      }
#pragma unroll
      for (int j = 0; j < Added::wide; ++j) values.sum[r][j][0] *= fade, values.sum[r][j][1] *= fade;
    }
  }

  /// Values so far += weights times values.
  __device__ __forceinline__ void multiply_values(const unsigned char* weights, const unsigned char* tile) {
    values.multiply(weights, tile);
  }

  __device__ __forceinline__ void finish_sums() {
#pragma unroll
    for (int r = 0; r < high; ++r) sum[r] = reduce_lanes<16>(sum[r], Add());
  }
  __device__ __forceinline__ f32& score_at(int i, int e) { return scores.sum[i / Scores::wide][i % Scores::wide][e]; }
  __device__ __forceinline__ f32 added_at(int i, int e) const { return values.at(i, e); }
  __device__ __forceinline__ f32 top_of(int i) const { return top[i / Added::wide]; }
  __device__ __forceinline__ f32 sum_of(int i) const { return sum[i / Added::wide]; }
};
