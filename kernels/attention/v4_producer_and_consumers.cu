// Attention, version 4: o = softmax(causal(0.0884 q k^T)) v; q, k, v and o are [heads, tokens, 128].
// Bytes an element: tokens / 32 asked for, 2 written.
// New here, on Hopper: one thread, the producer, asks the copy engine (TMA) for whole boxes; two warpgroups of 128 threads, the
// consumers, have 64 queries each and multiply straight out of shared memory (wgmma). Each does one thing after the other.
// Launch: a block of 384 threads for 128 queries of one head.
extern "C" __global__ void __launch_bounds__(384, 1) attention_v4(
    const __grid_constant__ TensorMap q, const __grid_constant__ TensorMap k, const __grid_constant__ TensorMap v,
    bf16* __restrict__ o, const i64 tokens) {
  constexpr int rows = 128, keys = 128, head = 128, stages = 2, box = 128 * 128, tile_bytes = 2 * box;
  constexpr f32 scale = 0.0884f;
  using Attention = WgmmaAttention<bf16, keys, head, head, box>;
  extern __shared__ __align__(1024) unsigned char shared[];
  const u32 queries = shared_address(shared), key_ring = queries + tile_bytes, value_ring = key_ring + stages * tile_bytes;
  const u32 queries_full = value_ring + stages * tile_bytes, keys_full = queries_full + 8, values_full = keys_full + 8 * stages;
  const u32 keys_empty = values_full + 8 * stages, values_empty = keys_empty + 8 * stages;
  if (threadIdx.x == 0) {
    barrier_init(queries_full, 1);
    for (int s = 0; s < stages; ++s) {
      barrier_init(keys_full + 8 * s, 1), barrier_init(values_full + 8 * s, 1);
      barrier_init(keys_empty + 8 * s, 2), barrier_init(values_empty + 8 * s, 2);
    }
    barriers_are_made();
  }
  __syncthreads();
  const int row_tiles = int(tokens + rows - 1) / rows, key_tiles = int(tokens + keys - 1) / keys;
  const int row0 = blockIdx.x % row_tiles * rows, first = blockIdx.x / row_tiles * int(tokens);
  if (threadIdx.x < 128) {  // brings tiles in
    give_registers<24>();
    if (threadIdx.x != 0) return;
    const auto bring_in = [&](u32 to, const TensorMap& map, u32 barrier, int line) {
      barrier_expect(barrier, tile_bytes);
      for (int half = 0; half < 2; ++half) box_in(to + half * box, &map, barrier, half * 64, first + line);
    };
    bring_in(queries, q, queries_full, row0);
    for (int tile = 0; tile < key_tiles; ++tile) {
      const u32 s = tile % stages, free = (tile / stages & 1) ^ 1;
      barrier_wait(keys_empty + 8 * s, free);
      bring_in(key_ring + s * tile_bytes, k, keys_full + 8 * s, tile * keys);
      barrier_wait(values_empty + 8 * s, free);
      bring_in(value_ring + s * tile_bytes, v, values_full + 8 * s, tile * keys);
    }
    return;
  }
  take_registers<240>();
  const int group = threadIdx.x / 128 - 1, own_row0 = row0 + group * 64;
  const u32 own_queries = queries + group * 64 * 128;
  const auto release = [&](u32 barrier) {
    if (threadIdx.x % 128 == 0) barrier_arrive(barrier);
  };
  Attention own;
  own.begin();
  barrier_wait(queries_full, 0);
  for (int tile = 0; tile < key_tiles; ++tile) {
    const u32 s = tile % stages, parity = tile / stages & 1;
    barrier_wait(keys_full + 8 * s, parity);
    own.multiply_keys(own_queries, key_ring + s * tile_bytes);
    wgmma_wait<0>();
    hold(own.score);
    release(keys_empty + 8 * s);
    if ((tile + 1) * keys > own_row0) {  // keys that came later than a query count for nothing
#pragma unroll
      for (int i = 0; i < Attention::pairs; ++i) {
        const int later = tile * keys + Attention::column(i) - own_row0 - Attention::row(i);
        if (later > 0) own.score_at(i, 0) = -infinity();
        if (later + 1 > 0) own.score_at(i, 1) = -infinity();
      }
    }
    own.soften(scale);
    own.pack_weights();
    if (tile > 0) own.fade_values();
    barrier_wait(values_full + 8 * s, parity);
    own.multiply_values(value_ring + s * tile_bytes, tile > 0);
    wgmma_wait<0>();
    hold(own.added);
    release(values_empty + 8 * s);
  }
  own.finish_sums();
#pragma unroll
  for (int i = 0; i < Attention::added_pairs; ++i) {
    const int row = own_row0 + Attention::row(i);
    if (row >= tokens) continue;
    const f32 one = 1.0f / own.sum_of(i);
    Vec<bf16, 2> out;
    for (int e = 0; e < 2; ++e) out[e] = narrow<bf16>(own.added_at(i, e) * one);
    store(o + i64(first + row) * head + Attention::column(i), out);
  }
}
