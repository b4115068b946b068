// A tile of i4 as it lies in memory: half as many lines as it has rows of weights.
template <int depth, int columns>
struct Halves : Tile<i4, depth / 2, columns> {
  template <int count>
  static __device__ __forceinline__ void numbers(const unsigned char* tile, int k, int column, f32 (&out)[count]) {
    const Vec<i4, count> pairs = load<count>(Halves::element(tile, k / 2, column));
#pragma unroll
    for (int e = 0; e < count; ++e) out[e] = k % 2 == 0 ? even_of(pairs[e]) : odd_of(pairs[e]);
  }
};
