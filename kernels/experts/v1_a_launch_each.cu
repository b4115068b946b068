// Experts, version 1: y = x[i] w[e]: rows of x that the table i names, so ordered that expert e's end before ends[e]; each
// expert has weights of its own. x has rows of k, w is [experts, k, columns], y is [rows, columns].
// Bytes an element of x[i]: 2 read, 2 written by the gather, 2 read by the products.
// New here: nothing. The rows are copied into their order, and then each expert has a launch: a product like matmul's third
// rung. An expert with few rows has few tiles, and most of the card waits until the last of them is done. How many rows it
// has stands in memory, and a launch is of one size before that is read: blocks for all rows, of which most leave at once.
// Launch: a block of 256 threads 2048 elements; then for each expert a block for each 128 rows and 128 columns.

/// A block moves 2048 elements of a row, 16 bytes a thread.
extern "C" __global__ void __launch_bounds__(256)
    experts_v1_gather(const bf16* __restrict__ x, const int* __restrict__ i, bf16* __restrict__ g, const i64 k,
                      const i64 parts) {
  const i64 row = blockIdx.x / parts, c = (blockIdx.x % parts * 256 + threadIdx.x) * 8;
  if (c < k) store(g + row * k + c, load<8>(x + i64(i[row]) * k + c));
}

extern "C" __global__ void __launch_bounds__(256, 2)
    experts_v1_product(const bf16* __restrict__ g, const bf16* __restrict__ w, const int* __restrict__ ends,
                       bf16* __restrict__ y, const i64 columns, const i64 k, const i64 turn) {
  constexpr int side = 128, depth = 32;
  using Left = Tile<bf16, side, depth>;
  using Right = Tile<bf16, depth, side>;
  using Sums = MmaSums<Left, true, Right, false, 4, 2>;  // 4 x 2 warps
  extern __shared__ uint4 dynamic_shared[];
  const Ring<Left, Right, 256> ring{reinterpret_cast<unsigned char*>(dynamic_shared)};
  const int begin = turn > 0 ? ends[turn - 1] : 0, end = ends[turn];
  const int column_tiles = int(columns + side - 1) / side;
  const int row0 = begin + int(blockIdx.x) / column_tiles * side, column0 = int(blockIdx.x) % column_tiles * side;
  if (row0 >= end) return;
  const Matrix<bf16> left = {g, k, 1, end, int(k)};  // whose next rows are another expert's: no part of it
  const Matrix<bf16> right = {w + turn * k * columns, columns, 1, int(k), int(columns)};
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
