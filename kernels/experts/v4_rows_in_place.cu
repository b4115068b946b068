// Experts, version 4: y = x[i] w[e], rows of each expert behind those of the one before, up to ends[e].
// Bytes an element of x[i]: 2 read by the products. The copy in order is gone: 4 of 6 bytes.
// New here: a tile's rows are brought in from where they lie. A thread brings the same two rows all along k, so it asks the
// table once; the tensor cores never learn that the rows were apart.
// Launch: a block of 256 threads for each tile of 128 x 128 that there can be.

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

/// The lines of a tile that a thread brings in, each found through the table; of no length where the expert has no more rows.
template <class Shape, int threads>
struct NamedRows {
  static constexpr int apart = threads / Shape::chunks, all = Shape::lines / apart;
  const bf16* line[all];
  int length[all];
  __device__ __forceinline__ NamedRows(const bf16* x, const int* table, int row0, int end, int k) {
#pragma unroll
    for (int a = 0; a < all; ++a) {
      const int row = row0 + int(threadIdx.x) / Shape::chunks + a * apart;
      line[a] = row < end ? x + i64(table[row]) * k : x;
      length[a] = row < end ? k : 0;
    }
  }
};

/// As for a Matrix, 16 bytes at once.
template <class Shape, int threads, int together>
__device__ __forceinline__ void bring_tile(unsigned char* tile, const NamedRows<Shape, threads>& rows, int, int first) {
  const int chunk = int(threadIdx.x) % Shape::chunks, place = first + chunk * 8;
#pragma unroll
  for (int a = 0; a < rows.all; ++a) {
    const int bytes = place < rows.length[a] ? 16 : 0;  // of 0 bytes nothing is read
    copy_async<16>(shared_address(tile + Shape::at(int(threadIdx.x) / Shape::chunks + a * rows.apart, chunk)),
                   rows.line[a] + place, bytes);
  }
}

extern "C" __global__ void __launch_bounds__(256, 2)
    experts_v4_product(const bf16* __restrict__ x, const int* __restrict__ i, const bf16* __restrict__ w,
                       const int* __restrict__ ends, bf16* __restrict__ y, const i64 columns, const i64 k, const i64 experts) {
  constexpr int side = 128, depth = 32;
  using Left = Tile<bf16, side, depth>;
  using Right = Tile<bf16, depth, side>;
  using Sums = MmaSums<Left, true, Right, false, 4, 2>;  // 4 x 2 warps
  extern __shared__ uint4 dynamic_shared[];
  const Ring<Left, Right, 256> ring{reinterpret_cast<unsigned char*>(dynamic_shared)};
  const int column_tiles = int(columns + side - 1) / side, column0 = int(blockIdx.x) % column_tiles * side;
  const Found found(ends, int(experts), int(blockIdx.x) / column_tiles);
  if (found.expert < 0) return;
  const int row0 = found.row0, end = found.end;
  const NamedRows<Left, 256> left(x, i, row0, end, int(k));
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
