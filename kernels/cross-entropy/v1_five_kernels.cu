// Cross entropy of x w, version 1: for each row of logits log(sum(exp(l - max))) + max - l[t], where t is the right word's
// number. x is [rows, k], w is [k, words], both of a multiple of 8 columns.
// Bytes a logit: 2 written, and 2 read three times over: by the largest, by the sum and, one of a row, by the entry.
// New here: nothing. The product is that of matmul's third rung; then one kernel for each thing that is asked of a row.
// Launch: a block of 256 threads a tile of 128 x 128 logits; then a block of 256 threads a row; then a thread a row.
extern "C" __global__ void __launch_bounds__(256, 2)
    cross_entropy_v1_logits(const bf16* __restrict__ x, const bf16* __restrict__ w, bf16* __restrict__ logits, const i64 rows,
                            const i64 words, const i64 k) {
  constexpr int side = 128, depth = 32;
  using Left = Tile<bf16, side, depth>;
  using Right = Tile<bf16, depth, side>;
  using Sums = MmaSums<Left, true, Right, false, 4, 2>;  // 4 x 2 warps
  extern __shared__ uint4 dynamic_shared[];
  const Ring<Left, Right, 256> ring{reinterpret_cast<unsigned char*>(dynamic_shared)};
  const Matrix<bf16> left = {x, k, 1, int(rows), int(k)}, right = {w, words, 1, int(k), int(words)};
  const int row_tiles = int(rows + side - 1) / side, word_tiles = int(words + side - 1) / side;
  int tile_row, tile_word;
  TileOrder{row_tiles, word_tiles}.find(int(blockIdx.x), tile_row, tile_word);
  const int row0 = tile_row * side, word0 = tile_word * side;
  Sums sum;
  ring.multiply(sum, left, right, row0, word0, k);
#pragma unroll
  for (int i = 0; i < Sums::pairs; ++i) {
    const int row = row0 + Sums::row(i), word = word0 + Sums::column(i);
    if (row >= rows || word >= words) continue;
    Vec<bf16, 2> out;
    for (int e = 0; e < 2; ++e) out[e] = narrow<bf16>(sum.at(i, e));
    store(logits + row * words + word, out);
  }
}

/// The entry that t names: a single one of the row, so a thread is enough.
extern "C" __global__ void __launch_bounds__(256)
    cross_entropy_v1_entry(const bf16* __restrict__ logits, const int* __restrict__ t, bf16* __restrict__ entry,
                           const i64 rows, const i64 words) {
  const i64 row = i64(blockIdx.x) * 256 + threadIdx.x;
  if (row < rows) entry[row] = logits[row * words + t[row]];
}

extern "C" __global__ void __launch_bounds__(256)
    cross_entropy_v1_largest(const bf16* __restrict__ logits, bf16* __restrict__ largest, const i64 words) {
  const bf16* const row = logits + blockIdx.x * words;
  f32 most = -infinity();
  for (i64 c = threadIdx.x * 8; c < words; c += 256 * 8) {
    const Vec<bf16, 8> some = load<8>(row + c);
#pragma unroll
    for (int e = 0; e < 8; ++e) most = maximum(most, to_f32(some, e));
  }
  most = reduce_block<256>(most, Larger());
  if (threadIdx.x == 0) largest[blockIdx.x] = narrow<bf16>(most);
}

/// Less the largest, no exponential is above 1: none overflows.
extern "C" __global__ void __launch_bounds__(256)
    cross_entropy_v1_sum(const bf16* __restrict__ logits, const bf16* __restrict__ largest, bf16* __restrict__ sums,
                         const i64 words) {
  const bf16* const row = logits + blockIdx.x * words;
  const f32 most = to_f32(largest[blockIdx.x]);
  f32 sum = 0.0f;
  for (i64 c = threadIdx.x * 8; c < words; c += 256 * 8) {
    const Vec<bf16, 8> some = load<8>(row + c);
#pragma unroll
    for (int e = 0; e < 8; ++e) sum += expf(to_f32(some, e) - most);
  }
  sum = reduce_block<256>(sum, Add());
  if (threadIdx.x == 0) sums[blockIdx.x] = narrow<bf16>(sum);
}

extern "C" __global__ void __launch_bounds__(256)
    cross_entropy_v1_loss(const bf16* __restrict__ sums, const bf16* __restrict__ largest, const bf16* __restrict__ entry,
                          bf16* __restrict__ y, const i64 rows) {
  const i64 row = i64(blockIdx.x) * 256 + threadIdx.x;
  if (row < rows) y[row] = narrow<bf16>(logf(to_f32(sums[row])) + to_f32(largest[row]) - to_f32(entry[row]));
}
