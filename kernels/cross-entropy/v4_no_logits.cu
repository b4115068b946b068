// Cross entropy of x w, version 4: log(sum(exp(l - max))) + max - l[t] for each row of logits l = x w.
// Bytes a logit: none. A tile leaves 8 bytes for each of its rows: one number for every 32 logits.
// New here: a tile's logits are still in registers when its product is done. Each row of it leaves its largest logit and
// the sum of exp(l - largest); the tile that holds the right word leaves that logit. A second kernel joins the parts.
// Launch: a block of 256 threads a tile of 128 x 128 logits; then a warp a row.
extern "C" __global__ void __launch_bounds__(256, 2)
    cross_entropy_v4_tiles(const bf16* __restrict__ x, const bf16* __restrict__ w, const int* __restrict__ t,
                           f32* __restrict__ parts, f32* __restrict__ entry, const i64 rows, const i64 words, const i64 k) {
  constexpr int side = 128, depth = 32;
  using Left = Tile<bf16, side, depth>;
  using Right = Tile<bf16, depth, side>;
  using Sums = MmaSums<Left, true, Right, false, 4, 2>;  // 4 x 2 warps: two of them share a row
  extern __shared__ uint4 dynamic_shared[];
  __shared__ f32 tops[2][side], sums[2][side];
  const Ring<Left, Right, 256> ring{reinterpret_cast<unsigned char*>(dynamic_shared)};
  const Matrix<bf16> left = {x, k, 1, int(rows), int(k)}, right = {w, words, 1, int(k), int(words)};
  const int row_tiles = int(rows + side - 1) / side, word_tiles = int(words + side - 1) / side;
  int tile_row, tile_word;
  TileOrder{row_tiles, word_tiles}.find(int(blockIdx.x), tile_row, tile_word);
  const int row0 = tile_row * side, word0 = tile_word * side;
  Sums sum;
  ring.multiply(sum, left, right, row0, word0, k);

  // A thread has 16 logits of each of four rows; with three neighbours in its warp, 64.
#pragma unroll
  for (int high = 0; high < 4; ++high) {
    f32(&logits)[Sums::wide][4] = sum.sum[high / 2];  // of two rows: numbers 0 and 1 are the upper one's, 2 and 3 the lower's
    const int pair = high % 2 * 2, inside = Sums::first_row() + high * 8 + int(threadIdx.x) % 32 / 4, row = row0 + inside;
    const int beyond = int(words) - word0 - Sums::column(0), named = (row < rows ? t[row] : -1) - word0 - Sums::column(0);
    f32 most = -infinity(), own = 0.0f;
#pragma unroll
    for (int j = 0; j < Sums::wide; ++j) {
#pragma unroll
      for (int e = 0; e < 2; ++e) {
        f32& logit = logits[j][pair + e];
        if (j * 8 + e == named) entry[row] = logit;
        if (j * 8 + e >= beyond) logit = -infinity();  // no such word
        most = maximum(most, logit);
      }
    }
    most = reduce_lanes<4>(most, Larger());
    const f32 shift = most == -infinity() ? 0.0f : most;  // where no word is, exp(-inf - 0) is 0
#pragma unroll
    for (int j = 0; j < Sums::wide; ++j) own += expf(logits[j][pair] - shift) + expf(logits[j][pair + 1] - shift);
    own = reduce_lanes<4>(own, Add());
    const int half = Sums::first_column() / (side / 2);
    if (threadIdx.x % 4 == 0) tops[half][inside] = most, sums[half][inside] = own;
  }
  __syncthreads();
  const int inside = threadIdx.x, row = row0 + inside;
  if (inside >= side || row >= rows) return;
  const f32 most = maximum(tops[0][inside], tops[1][inside]);
  Vec<f32, 2> part;
  part[0] = most;
  part[1] = sums[0][inside] * expf(tops[0][inside] - most) + sums[1][inside] * expf(tops[1][inside] - most);
  store(parts + (i64(row) * word_tiles + tile_word) * 2, part);
}

/// A part whose largest logit is below the largest of all fades by exp of the difference.
extern "C" __global__ void __launch_bounds__(256)
    cross_entropy_v4_loss(const f32* __restrict__ parts, const f32* __restrict__ entry, bf16* __restrict__ y, const i64 rows,
                          const i64 word_tiles) {
  const i64 row = i64(blockIdx.x) * 8 + threadIdx.x / 32;
  const f32* const own = parts + row * word_tiles * 2;
  f32 most = -infinity(), sum = 0.0f;
  for (i64 p = threadIdx.x % 32; row < rows && p < word_tiles; p += 32) {
    const Vec<f32, 2> part = load<2>(own + p * 2);
    const f32 here = maximum(most, part[0]);
    sum = sum * expf(most - here) + part[1] * expf(part[0] - here);
    most = here;
  }
  const f32 all = reduce_lanes<32>(most, Larger());
  sum = reduce_lanes<32>(most == -infinity() ? 0.0f : sum * expf(most - all), Add());
  if (row < rows && threadIdx.x % 32 == 0) y[row] = narrow<bf16>(logf(sum) + all - entry[row]);
}
