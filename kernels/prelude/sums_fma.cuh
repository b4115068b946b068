// A block's sums on the CUDA cores: 16 x 16 threads, each with some rows and pairs of columns. For f32, whose digits the
// tensor cores would cut, and for cards without them for this type.

/// `count` neighbours of a tile's line, by one load; packed weights come one by one.
template <class Shape, int count>
__device__ __forceinline__ void numbers(const unsigned char* tile, int line, int place, f32 (&out)[count]) {
  if constexpr (sizeof(typename Shape::Element) > 1) {
    const auto all = load<count>(Shape::element(tile, line, place));
#pragma unroll
    for (int e = 0; e < count; ++e) out[e] = to_f32(all, e);
  } else {
#pragma unroll
    for (int e = 0; e < count; ++e) out[e] = Shape::number(tile, line, place + e);
  }
}

/// Lanes beside each other, `row_lanes_` of them, share rows: eight ask shared memory for the least, sixteen keep a row
/// within a warp.
template <class Left, bool left_along_k, class Right, bool right_along_k, int row_lanes_ = 8>
struct FmaSums {
  static constexpr int rows = left_along_k ? Left::lines : Left::run, depth = left_along_k ? Left::run : Left::lines;
  static constexpr int columns = right_along_k ? Right::lines : Right::run;
  static constexpr int deep = 4;  ///< of k at a time
  static constexpr int unrolled = depth < 32 ? depth / deep : 32 / deep;  ///< loads of what comes next beside the sums
  static constexpr int high = rows / 16, wide = columns / 32, pairs = high * wide;
  static_assert(high * 16 == rows && wide * 32 == columns && depth % deep == 0, "16 x 16 threads");
  static constexpr int row_lanes = row_lanes_, row_warps = 16 / row_lanes;  ///< that share rows
  /// Neighbours that a thread has: as many as one load brings, where the operand's lines do not run along k.
  static constexpr int rows_together = left_along_k ? 1 : high % 4 == 0 ? 4 : high % 2 == 0 ? 2 : 1;
  static constexpr int columns_together = right_along_k || wide % 2 != 0 ? 2 : 4;
  f32 sum[high][wide][2] = {};

  __device__ __forceinline__ void multiply(const unsigned char* left, const unsigned char* right) {
#pragma unroll(unrolled)
    for (int k = 0; k < depth; k += deep) {
      f32 a[deep][high], b[deep][2 * wide];
      take<left_along_k, Left, high, rows_together>(left, k, down(), a);
      take<right_along_k, Right, 2 * wide, columns_together>(right, k, across(), b);
#pragma unroll
      for (int q = 0; q < deep; ++q) {
#pragma unroll
        for (int i = 0; i < high; ++i) {
#pragma unroll
          for (int j = 0; j < wide; ++j) {
            sum[i][j][0] = fmaf(a[q][i], b[q][2 * j], sum[i][j][0]);
            sum[i][j][1] = fmaf(a[q][i], b[q][2 * j + 1], sum[i][j][1]);
          }
        }
      }
    }
  }

  /// Pair `i` of this thread: two neighbouring columns of one row of the tile.
  static __device__ __forceinline__ int row(int i) { return place<rows_together>(down(), i / wide); }
  static __device__ __forceinline__ int column(int i) { return place<columns_together>(across(), i % wide * 2); }
  __device__ __forceinline__ f32 at(int i, int e) const { return sum[i / wide][i % wide][e]; }

 private:
  static __device__ __forceinline__ int down() {
    return int(threadIdx.x) / 32 / row_warps * (32 / row_lanes) + int(threadIdx.x) % 32 / row_lanes;
  }
  static __device__ __forceinline__ int across() {
    return int(threadIdx.x) / 32 % row_warps * row_lanes + int(threadIdx.x) % row_lanes;
  }
  template <int together>
  static __device__ __forceinline__ int place(int thread, int i) {
    return i / together * (16 * together) + thread * together + i % together;
  }
  /// An operand's elements of this thread for `deep` of k.
  template <bool along_k, class Shape, int own, int together>
  static __device__ __forceinline__ void take(const unsigned char* tile, int k, int thread, f32 (&out)[deep][own]) {
    if constexpr (along_k) {
#pragma unroll
      for (int i = 0; i < own; ++i) {
        f32 along[deep];
        numbers<Shape>(tile, place<together>(thread, i), k, along);
#pragma unroll
        for (int q = 0; q < deep; ++q) out[q][i] = along[q];
      }
    } else {
#pragma unroll
      for (int q = 0; q < deep; ++q) {
#pragma unroll
        for (int i = 0; i < own; i += together) {
          f32 beside[together];
          numbers<Shape>(tile, k + q, place<together>(thread, i), beside);
#pragma unroll
          for (int e = 0; e < together; ++e) out[q][i + e] = beside[e];
        }
      }
    }
  }
};
