// Attention on the tensor cores, a warp for 16 queries: scores never leave registers, for a fragment of sums is already
// shaped like the next product's left operand. Where queries are few, `share` warps have the same ones, each with its
// part of a tile's keys, and join what they have seen at the end.

template <class T>
__device__ __forceinline__ u32 narrow_pair(f32 low, f32 high) {
  return u32(narrow<T>(low).bits) | u32(narrow<T>(high).bits) << 16;
}

template <class Queries, class Keys, class Values, int share = 1>
struct MmaAttention {
  using T = typename Queries::Element;
  static constexpr int row_warps = Queries::lines / 16, threads = 32 * row_warps * share;  ///< that have a part of the work
  static constexpr int keys = Keys::lines / share, head = Queries::run, width = Values::run;
  static constexpr int pairs = keys / 4, added_pairs = width / 4;
  f32 score[keys / 8][4];
  f32 added[width / 8][4] = {};
  f32 top[2] = {-infinity(), -infinity()}, sum[2] = {};  ///< of this thread's two rows; sums of its own columns

  static __device__ __forceinline__ int first_row() {
    return (share == 1 ? int(threadIdx.x) / 32 : int(threadIdx.x) / 32 % row_warps) * 16;
  }
  static __device__ __forceinline__ int first_key() {
    return share == 1 ? 0 : int(threadIdx.x) / (32 * row_warps) * keys;
  }
  /// Pair `i` of this thread, of scores or of values: two neighbouring columns of one row of the tile.
  static __device__ __forceinline__ int row(int i) { return first_row() + i % 2 * 8 + int(threadIdx.x) % 32 / 4; }
  static __device__ __forceinline__ int column(int i) { return first_key() + added_column(i); }
  static __device__ __forceinline__ int added_row(int i) { return row(i); }
  static __device__ __forceinline__ int added_column(int i) { return i / 2 * 8 + int(threadIdx.x) % 4 * 2; }

  /// Scores = queries times keys.
  __device__ __forceinline__ void multiply_keys(const unsigned char* queries, const unsigned char* tile) {
    const u32 a = shared_address(queries), b = shared_address(tile);
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int j = 0; j < keys / 8; ++j) score[j][0] = score[j][1] = score[j][2] = score[j][3] = 0.0f;
#pragma unroll
    for (int k = 0; k < head; k += 16) {
      u32 fa[4];
      load_matrices(a + Queries::at(first_row() + lane % 16, k / 8 + lane / 16), fa);
#pragma unroll
      for (int j = 0; j < keys / 16; ++j) {
        u32 fb[4];
        load_matrices(b + Keys::at(first_key() + j * 16 + lane % 8 + lane / 16 * 8, k / 8 + lane / 8 % 2), fb);
        multiply_add(score[j * 2], fa, fb[0], fb[1], T{});
        multiply_add(score[j * 2 + 1], fa, fb[2], fb[3], T{});
      }
    }
  }

  /// Scores become exp((score - top) scale), the sums and the values so far fade as the top grows.
  __device__ __forceinline__ void soften(f32 scale) {
    const f32 log2_e = 1.44269504f * scale;
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      f32 here = top[h];
#pragma unroll
      for (int j = 0; j < keys / 8; ++j) here = fmaxf(here, fmaxf(score[j][h * 2], score[j][h * 2 + 1]));
      here = fmaxf(here, __shfl_xor_sync(0xFFFFFFFFu, here, 1));
      here = fmaxf(here, __shfl_xor_sync(0xFFFFFFFFu, here, 2));
      const f32 shift = here == -infinity() ? 0.0f : here * log2_e;  // nothing is seen yet: exp of nothing is 0
      const f32 fade = top[h] == here ? 1.0f : two_to((top[h] - here) * log2_e);
      top[h] = here;
      sum[h] *= fade;
#pragma unroll
      for (int j = 0; j < keys / 8; ++j) {
#pragma unroll
        for (int e = 0; e < 2; ++e) {
          const f32 weight = two_to(fmaf(score[j][h * 2 + e], log2_e, -shift));
          score[j][h * 2 + e] = weight;
          sum[h] += weight;
        }
      }
#pragma unroll
      for (int j = 0; j < width / 8; ++j) added[j][h * 2] *= fade, added[j][h * 2 + 1] *= fade;
    }
  }

  /// Values so far += weights times values.
  __device__ __forceinline__ void multiply_values(const unsigned char* tile) {
    const u32 b = shared_address(tile);
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int k = 0; k < keys; k += 16) {
      const f32 (&left)[4] = score[k / 8], (&right)[4] = score[k / 8 + 1];
      const u32 fa[4] = {narrow_pair<T>(left[0], left[1]), narrow_pair<T>(left[2], left[3]),
                         narrow_pair<T>(right[0], right[1]), narrow_pair<T>(right[2], right[3])};
#pragma unroll
      for (int j = 0; j < width / 16; ++j) {
        u32 fb[4];
        load_matrices_turned(b + Values::at(first_key() + k + lane % 16, j * 2 + lane / 16), fb);
        multiply_add(added[j * 2], fa, fb[0], fb[1], T{});
        multiply_add(added[j * 2 + 1], fa, fb[2], fb[3], T{});
      }
    }
  }

  /// The first of the warps with the same queries gets what the others have; `space` is free for all threads.
  __device__ __forceinline__ void join(unsigned char* space, f32 scale) {
    constexpr int each = 4 + width / 8 * 4;  // numbers of a thread
    f32* const of_lane = reinterpret_cast<f32*>(space) + first_row() / 16 * each * 32 + int(threadIdx.x) % 32;
    const int part = int(threadIdx.x) / (32 * row_warps);
    if (part > 0 && part < share) {
      f32* const own = of_lane + (part - 1) * row_warps * each * 32;
#pragma unroll
      for (int h = 0; h < 2; ++h) own[h * 32] = top[h], own[(2 + h) * 32] = sum[h];
#pragma unroll
      for (int i = 0; i < width / 2; ++i) own[(4 + i) * 32] = added[i / 4][i % 4];
    }
    __syncthreads();
    if (part > 0) return;
#pragma unroll 1
    for (int p = 0; p + 1 < share; ++p) {
      const f32* const other = of_lane + p * row_warps * each * 32;
      f32 keep[2], take[2];
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        const f32 its = other[h * 32], here = fmaxf(top[h], its);
        keep[h] = top[h] == here ? 1.0f : two_to((top[h] - here) * 1.44269504f * scale);
        take[h] = its == here ? 1.0f : two_to((its - here) * 1.44269504f * scale);
        sum[h] = sum[h] * keep[h] + other[(2 + h) * 32] * take[h];
        top[h] = here;
      }
#pragma unroll
      for (int i = 0; i < width / 2; ++i) {
        f32& own = added[i / 4][i % 4];
        own = own * keep[i % 4 / 2] + other[(4 + i) * 32] * take[i % 4 / 2];
      }
    }
  }

  __device__ __forceinline__ void finish_sums() {
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      sum[h] += __shfl_xor_sync(0xFFFFFFFFu, sum[h], 1);
      sum[h] += __shfl_xor_sync(0xFFFFFFFFu, sum[h], 2);
    }
  }
  __device__ __forceinline__ f32& score_at(int i, int e) { return score[i / 2][i % 2 * 2 + e]; }
  __device__ __forceinline__ f32 added_at(int i, int e) const { return added[i / 2][i % 2 * 2 + e]; }
  __device__ __forceinline__ f32 top_of(int i) const { return top[i % 2]; }
  __device__ __forceinline__ f32 sum_of(int i) const { return sum[i % 2]; }
};
