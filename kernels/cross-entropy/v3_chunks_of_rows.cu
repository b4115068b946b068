// Cross entropy of x w, version 3: log(sum(exp(l - max))) + max - l[t] for each row of logits l = x w.
// Bytes a logit: 4 written and 4 read, most of them in L2; w is read again for every chunk.
// New here: 256 rows at a time. Their logits are made, used up, and the next chunk's lie down in the same place: what has
// to be there is one chunk, not all logits, and it is small enough for the L2 of a large card (Liger Kernel's way). So
// there is room for f32: nothing is rounded before the loss.
// Launch: of each chunk, a block of 256 threads a tile of 128 x 128 logits; then a block of 256 threads a row.
constexpr int chunk = 256;

extern "C" __global__ void __launch_bounds__(256, 2)
    cross_entropy_v3_logits(const bf16* __restrict__ x, const bf16* __restrict__ w, f32* __restrict__ logits, const i64 rows,
                            const i64 words, const i64 k, const i64 turn) {
  constexpr int side = 128, depth = 32;
  using Left = Tile<bf16, side, depth>;
  using Right = Tile<bf16, depth, side>;
  using Sums = MmaSums<Left, true, Right, false, 4, 2>;  // 4 x 2 warps
  extern __shared__ uint4 dynamic_shared[];
  const Ring<Left, Right, 256> ring{reinterpret_cast<unsigned char*>(dynamic_shared)};
  const i64 first = turn * chunk;
  const int here = int(rows - first < chunk ? rows - first : chunk);
  const Matrix<bf16> left = {x + first * k, k, 1, here, int(k)}, right = {w, words, 1, int(k), int(words)};
  int tile_row, tile_word;
  TileOrder{chunk / side, int(words + side - 1) / side}.find(int(blockIdx.x), tile_row, tile_word);
  const int row0 = tile_row * side, word0 = tile_word * side;
  if (row0 >= here) return;  // the last chunk may be smaller
  Sums sum;
  ring.multiply(sum, left, right, row0, word0, k);
#pragma unroll
  for (int i = 0; i < Sums::pairs; ++i) {
    const int row = row0 + Sums::row(i), word = word0 + Sums::column(i);
    if (row >= here || word >= words) continue;
    Vec<f32, 2> out;
    for (int e = 0; e < 2; ++e) out[e] = sum.at(i, e);
    store(logits + row * words + word, out);
  }
}

/// As version 2's, of f32.
extern "C" __global__ void __launch_bounds__(256)
    cross_entropy_v3_loss(const f32* __restrict__ logits, const int* __restrict__ t, bf16* __restrict__ y, const i64 rows,
                          const i64 words, const i64 turn) {
  const i64 own = turn * chunk + blockIdx.x;
  if (own >= rows) return;
  const f32* const row = logits + blockIdx.x * words;
  f32 most = -infinity(), sum = 0.0f;
  for (i64 c = threadIdx.x * 4; c < words; c += 256 * 4) {
    const Vec<f32, 4> some = load<4>(row + c);
    f32 here = most;
#pragma unroll
    for (int e = 0; e < 4; ++e) here = maximum(here, some[e]);
    sum *= expf(most - here);
    most = here;
#pragma unroll
    for (int e = 0; e < 4; ++e) sum += expf(some[e] - most);
  }
  const f32 all = reduce_block<256>(most, Larger());
  sum = reduce_block<256>(sum * expf(most - all), Add());
  if (threadIdx.x == 0) y[own] = narrow<bf16>(logf(sum) + all - row[t[own]]);
}
