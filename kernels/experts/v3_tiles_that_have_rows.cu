// Experts, version 3: y = x[i] w[e], rows of each expert behind those of the one before, up to ends[e].
// Bytes an element of x[i]: 2 read, 2 written by the gather, 2 read by the products.
// New here: a block counts through the experts until it comes to its own number, and so finds a tile that has rows. All
// experts together have at most so many tiles as the rows would have, and one more each: a tile may be begun, not filled.
// Launch: a block of 256 threads 2048 elements; then a block for each tile of 128 x 128 that there can be.

/// A block moves 2048 elements of a row, 16 bytes a thread.
extern "C" __global__ void __launch_bounds__(256)
    experts_v3_gather(const bf16* __restrict__ x, const int* __restrict__ i, bf16* __restrict__ g, const i64 k,
                      const i64 parts) {
  const i64 row = blockIdx.x / parts, c = (blockIdx.x % parts * 256 + threadIdx.x) * 8;
  if (c < k) store(g + row * k + c, load<8>(x + i64(i[row]) * k + c));
}

/// Which expert's tile a block has, counting through those that have rows.
struct Found {
  int expert = -1, row0 = 0, end = 0;
  __device__ __forceinline__ Found(const int* ends, int experts, int number) {
    int begin = 0, before = 0;  // rows and tiles of the experts before
#pragma unroll 4
    for (int e = 0; e < experts; ++e) {
      const int stop = ends[e], tiles = (stop - begin + 127) / 128;
      if (number >= before && number < before + tiles) expert = e, row0 = begin + (number - before) * 128, end = stop;
      before += tiles;
      begin = stop;
    }
  }
};

extern "C" __global__ void __launch_bounds__(256, 2)
    experts_v3_product(const bf16* __restrict__ g, const bf16* __restrict__ w, const int* __restrict__ ends,
                       bf16* __restrict__ y, const i64 columns, const i64 k, const i64 experts) {
  constexpr int side = 128, depth = 32;
  using Left = Tile<bf16, side, depth>;
  using Right = Tile<bf16, depth, side>;
  using Sums = MmaSums<Left, true, Right, false, 4, 2>;  // 4 x 2 warps
  extern __shared__ uint4 dynamic_shared[];
  const Ring<Left, Right, 256> ring{reinterpret_cast<unsigned char*>(dynamic_shared)};
  const int column_tiles = int(columns + side - 1) / side, column0 = int(blockIdx.x) % column_tiles * side;
  const Found found(ends, int(experts), int(blockIdx.x) / column_tiles);
  if (found.expert < 0) return;  // fewer tiles than there might have been
  const int row0 = found.row0, end = found.end;
  const Matrix<bf16> left = {g, k, 1, end, int(k)};  // whose next rows are another expert's: no part of it
  const Matrix<bf16> right = {w + found.expert * k * columns, columns, 1, int(k), int(columns)};
  Sums sum;
  ring.multiply(sum, left, right, row0, column0, k);
#pragma unroll
  for (int p = 0; p < Sums::pairs; ++p) {
    const int row = row0 + Sums::row(p), column = column0 + Sums::column(p);
    if (row >= end || column >= columns) continue;
    Vec<bf16, 2> out;
    for (int e = 0; e < 2; ++e) out[e] = narrow<bf16>(sum.at(p, e));
    store(y + row * columns + column, out);
  }
}
