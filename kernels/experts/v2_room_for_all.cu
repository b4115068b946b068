// Experts, version 2: y = x[i] w[e], rows of each expert behind those of the one before, up to ends[e].
// Bytes an element of x[i]: 2 read, 2 written by the gather, 2 read by the products.
// New here: one launch for all experts, and tiles of many experts at once on the card. Each still has tiles enough for all
// rows, since nobody knows beforehand how they are shared out: what this room costs is blocks that come in vain.
// Launch: a block of 256 threads 2048 elements; then a block for each expert, 128 rows and 128 columns.

/// A block moves 2048 elements of a row, 16 bytes a thread.
extern "C" __global__ void __launch_bounds__(256)
    experts_v2_gather(const bf16* __restrict__ x, const int* __restrict__ i, bf16* __restrict__ g, const i64 k,
                      const i64 parts) {
  const i64 row = blockIdx.x / parts, c = (blockIdx.x % parts * 256 + threadIdx.x) * 8;
  if (c < k) store(g + row * k + c, load<8>(x + i64(i[row]) * k + c));
}

extern "C" __global__ void __launch_bounds__(256, 2)
    experts_v2_product(const bf16* __restrict__ g, const bf16* __restrict__ w, const int* __restrict__ ends,
                       bf16* __restrict__ y, const i64 columns, const i64 k, const i64 row_tiles) {
  constexpr int side = 128, depth = 32;
  using Left = Tile<bf16, side, depth>;
  using Right = Tile<bf16, depth, side>;
  using Sums = MmaSums<Left, true, Right, false, 4, 2>;  // 4 x 2 warps
  extern __shared__ uint4 dynamic_shared[];
  const Ring<Left, Right, 256> ring{reinterpret_cast<unsigned char*>(dynamic_shared)};
  const int column_tiles = int(columns + side - 1) / side;
  const i64 expert = blockIdx.x / (row_tiles * column_tiles);
  const int tile = int(blockIdx.x % (row_tiles * column_tiles));
  const int begin = expert > 0 ? ends[expert - 1] : 0, end = ends[expert];
  const int row0 = begin + tile / column_tiles * side, column0 = tile % column_tiles * side;
  if (row0 >= end) return;
  const Matrix<bf16> left = {g, k, 1, end, int(k)};  // whose next rows are another expert's: no part of it
  const Matrix<bf16> right = {w + expert * k * columns, columns, 1, int(k), int(columns)};
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
