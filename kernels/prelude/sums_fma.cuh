// A block's sums on the CUDA cores: 16 x 16 threads, each with some rows and pairs of columns. For f32, whose digits the
// tensor cores would cut, and for cards without them for this type.
template <class Left, bool left_along_k, class Right, bool right_along_k>
struct FmaSums {
  static constexpr int rows = left_along_k ? Left::lines : Left::run, depth = left_along_k ? Left::run : Left::lines;
  static constexpr int columns = right_along_k ? Right::lines : Right::run;
  static constexpr int high = rows / 16, wide = columns / 32, pairs = high * wide;
  static_assert(high * 16 == rows && wide * 32 == columns, "16 x 16 threads");
  f32 sum[high][wide][2] = {};

  __device__ __forceinline__ void multiply(const unsigned char* left, const unsigned char* right) {
#pragma unroll 4
    for (int k = 0; k < depth; ++k) {
      f32 a[high], b[wide][2];
#pragma unroll
      for (int i = 0; i < high; ++i) {
        const int at = row(i * wide);
        a[i] = left_along_k ? Left::number(left, at, k) : Left::number(left, k, at);
      }
#pragma unroll
      for (int j = 0; j < wide; ++j) {
#pragma unroll
        for (int e = 0; e < 2; ++e) {
          const int at = column(j) + e;
          b[j][e] = right_along_k ? Right::number(right, at, k) : Right::number(right, k, at);
        }
      }
#pragma unroll
      for (int i = 0; i < high; ++i) {
#pragma unroll
        for (int j = 0; j < wide; ++j) {
          sum[i][j][0] = fmaf(a[i], b[j][0], sum[i][j][0]);
          sum[i][j][1] = fmaf(a[i], b[j][1], sum[i][j][1]);
        }
      }
    }
  }

  /// Pair `i` of this thread: two neighbouring columns of one row of the tile.
  static __device__ __forceinline__ int row(int i) { return int(threadIdx.x) / 16 + i / wide * 16; }
  static __device__ __forceinline__ int column(int i) { return int(threadIdx.x) % 16 * 2 + i % wide * 32; }
  __device__ __forceinline__ f32 at(int i, int e) const { return sum[i / wide][i % wide][e]; }
};
