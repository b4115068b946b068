// Attention, version 3: o = softmax(causal(0.0884 q k^T)) v; q, k, v and o are [heads, tokens, 128].
// Bytes an element: tokens / 32 asked for, 2 written: a tile of keys and values serves 128 queries.
// New here: tensor cores make both products (mma.sync), 16 queries a warp and 64 keys at a time. A warp's scores lie in its
// registers as the second product wants its left operand. The next keys come in meanwhile (cp.async).
// Launch: a block of 256 threads, 8 warps, for 128 queries of one head.
extern "C" __global__ void __launch_bounds__(256, 1) attention_v3(
    const bf16* __restrict__ q, const bf16* __restrict__ k, const bf16* __restrict__ v, bf16* __restrict__ o, const i64 tokens) {
  constexpr int rows = 128, keys = 64, head = 128, stages = 2;
  constexpr f32 scale = 0.0884f;
  using Queries = Tile<bf16, rows, head>;
  using Keys = Tile<bf16, keys, head>;
  using Attention = MmaAttention<Queries, Keys, Keys>;
  extern __shared__ uint4 dynamic_shared[];
  unsigned char* const shared = reinterpret_cast<unsigned char*>(dynamic_shared);
  const int row_tiles = int(tokens + rows - 1) / rows, key_tiles = int(tokens + keys - 1) / keys;
  const int row0 = blockIdx.x % row_tiles * rows;
  const i64 first = blockIdx.x / row_tiles * tokens;
  const auto matrix = [&](const bf16* from) { return Matrix<bf16>{from + first * head, head, 1, int(tokens), head}; };
  const auto bring_in = [&](int tile) {
    unsigned char* const stage = shared + Queries::bytes + tile % stages * 2 * Keys::bytes;
    if (tile < key_tiles) bring_tile<Keys, 256, 16>(stage, matrix(k), tile * keys, 0);
    if (tile < key_tiles) bring_tile<Keys, 256, 16>(stage + Keys::bytes, matrix(v), tile * keys, 0);
    copy_commit();
  };
  bring_tile<Queries, 256, 16>(shared, matrix(q), row0, 0);
  bring_in(0);
  Attention own;
  for (int tile = 0; tile < key_tiles; ++tile) {
    copy_wait<0>();
    __syncthreads();  // this tile is there for all; all have done with the one before, which is filled again
    bring_in(tile + 1);
    const unsigned char* const stage = shared + Queries::bytes + tile % stages * 2 * Keys::bytes;
    own.multiply_keys(shared, stage);
#pragma unroll
    for (int i = 0; i < Attention::pairs; ++i) {
      const int later = tile * keys + Attention::column(i) - row0 - Attention::row(i);  // how much later its key came
      if (later > 0) own.score_at(i, 0) = -infinity();
      if (later + 1 > 0) own.score_at(i, 1) = -infinity();
    }
    own.soften(scale);
    own.multiply_values(stage + Keys::bytes);
  }
  own.finish_sums();
#pragma unroll
  for (int i = 0; i < Attention::added_pairs; ++i) {
    const int row = row0 + Attention::row(i);
    if (row >= tokens) continue;
    Vec<bf16, 2> out;
    for (int e = 0; e < 2; ++e) out[e] = narrow<bf16>(own.added_at(i, e) / own.sum_of(i));
    store(o + (first + row) * head + Attention::column(i), out);
  }
}
