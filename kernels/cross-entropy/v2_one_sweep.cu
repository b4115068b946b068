// Cross entropy of x w, version 2: log(sum(exp(l - max))) + max - l[t] for each row of logits l = x w.
// Bytes a logit: 2 written, 2 read.
// New here: the loss takes one sweep over the logits. Whenever a larger one comes by, the sum so far is scaled down to it.
// Launch: a block of 256 threads a tile of 128 x 128 logits; then a block of 256 threads a row.
extern "C" __global__ void __launch_bounds__(256, 2)
    cross_entropy_v2_logits(const bf16* __restrict__ x, const bf16* __restrict__ w, bf16* __restrict__ logits, const i64 rows,
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

extern "C" __global__ void __launch_bounds__(256)
    cross_entropy_v2_loss(const bf16* __restrict__ logits, const int* __restrict__ t, bf16* __restrict__ y, const i64 words) {
  const bf16* const row = logits + blockIdx.x * words;
  f32 most = -infinity(), sum = 0.0f;
  for (i64 c = threadIdx.x * 8; c < words; c += 256 * 8) {
    const Vec<bf16, 8> some = load<8>(row + c);
    f32 here = most;
#pragma unroll
    for (int e = 0; e < 8; ++e) here = maximum(here, to_f32(some, e));
    sum *= expf(most - here);  // once for eight logits; the first time 0 times exp(-inf)
    most = here;
#pragma unroll
    for (int e = 0; e < 8; ++e) sum += expf(to_f32(some, e) - most);
  }
  // Threads have seen different parts of the row: each scales its sum to the largest of all. Who saw nothing adds 0.
  const f32 all = reduce_block<256>(most, Larger());
  sum = reduce_block<256>(sum * expf(most - all), Add());
  if (threadIdx.x == 0) y[blockIdx.x] = narrow<bf16>(logf(sum) + all - to_f32(row[t[blockIdx.x]]));
}
