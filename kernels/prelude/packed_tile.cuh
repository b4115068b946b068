// A tile of i4 as it lies in memory: half as many lines as it has rows of weights.
template <int depth, int columns>
struct Halves : Tile<i4, depth / 2, columns> {
  static __device__ __forceinline__ f32 number(const unsigned char* tile, int k, int column) {
    const i4 pair = *Halves::element(tile, k / 2, column);
    return k % 2 == 0 ? even_of(pair) : odd_of(pair);
  }
};
