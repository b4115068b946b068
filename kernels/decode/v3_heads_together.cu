// Decoding, version 3, the first of two kernels: of 256 keys the largest scores, the sums of exp(score - largest) and the
// values weighted by them, for four heads that share the keys. q is [heads, 1, 128]; k and v are [heads / 4, keys, 128].
// Bytes a key: 512 asked for by four heads together, 8 written.
// New here: a key is brought in once for all of its heads, 16 bytes a thread, and four keys and values of each thread are on
// their way at once: the road to DRAM is long, and is full only with many bytes on it.
// Launch: a block of 256 threads four heads and 256 keys; 16 lanes have a key.
extern "C" __global__ void __launch_bounds__(256, 2) decode_v3(
    const bf16* __restrict__ q, const bf16* __restrict__ k, const bf16* __restrict__ v, f32* __restrict__ added,
    f32* __restrict__ state, const i64 keys, const i64 heads) {
  constexpr int head = 128, wide = 8, lanes = head / wide, crews = 256 / lanes, together = 4, ahead = 4, keys_a_part = 256;
  constexpr f32 scale = 0.0884f;
  __shared__ f32 tops[crews][together], sums[crews][together], parts[crews][together][head];
  const int crew = threadIdx.x / lanes, place = threadIdx.x % lanes * wide;
  const i64 shared_heads = heads / together, group = blockIdx.x % shared_heads, part = blockIdx.x / shared_heads;
  const bf16 *const own_keys = k + group * keys * head + place, *const own_values = v + group * keys * head + place;
  f32 query[together][wide], own[together][wide] = {}, top[together], sum[together] = {};
#pragma unroll
  for (int h = 0; h < together; ++h) {
    const Vec<bf16, wide> numbers = load<wide>(q + (group * together + h) * head + place);
    for (int e = 0; e < wide; ++e) query[h][e] = to_f32(numbers, e) * scale;
    top[h] = -infinity();
  }
#pragma unroll 1
  for (i64 key0 = part * keys_a_part; key0 < (part + 1) * keys_a_part; key0 += crews * ahead) {
    Vec<bf16, wide> key[ahead], value[ahead];
#pragma unroll
    for (int a = 0; a < ahead; ++a) {
      const i64 at = key0 + a * crews + crew;
      key[a] = at < keys ? load<wide>(own_keys + at * head) : Vec<bf16, wide>{};
      value[a] = at < keys ? load<wide>(own_values + at * head) : Vec<bf16, wide>{};
    }
#pragma unroll
    for (int h = 0; h < together; ++h) {
      f32 weight[ahead], here = top[h];
#pragma unroll
      for (int a = 0; a < ahead; ++a) {
        f32 score = 0.0f;
#pragma unroll
        for (int e = 0; e < wide; ++e) score = fmaf(query[h][e], to_f32(key[a], e), score);
        score = reduce_lanes<lanes>(score, Add());
        weight[a] = key0 + a * crews + crew < keys ? score : -infinity();
        here = maximum(here, weight[a]);
      }
      const f32 shift = here == -infinity() ? 0.0f : here;  // no key is seen yet: exp of nothing is 0
      const f32 fade = expf(top[h] - shift);
      top[h] = here;
      sum[h] *= fade;
#pragma unroll
      for (int e = 0; e < wide; ++e) own[h][e] *= fade;
#pragma unroll
      for (int a = 0; a < ahead; ++a) {
        weight[a] = expf(weight[a] - shift);
        sum[h] += weight[a];
#pragma unroll
        for (int e = 0; e < wide; ++e) own[h][e] = fmaf(weight[a], to_f32(value[a], e), own[h][e]);
      }
    }
  }
#pragma unroll
  for (int h = 0; h < together; ++h) {
    if (place == 0) tops[crew][h] = top[h], sums[crew][h] = sum[h];
#pragma unroll
    for (int e = 0; e < wide; ++e) parts[crew][h][place + e] = own[h][e];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < together * head; i += 256) {
    const int h = i / head, d = i % head;
    f32 most = -infinity(), all = 0.0f, out = 0.0f;
    for (int c = 0; c < crews; ++c) most = maximum(most, tops[c][h]);
    for (int c = 0; c < crews; ++c) {
      const f32 fade = expf(tops[c][h] - most);  // of a crew that had no key: 0
      all += sums[c][h] * fade;
      out += parts[c][h][d] * fade;
    }
    const i64 row = part * heads + group * together + h;
    added[row * head + d] = out;
    if (d == 0) state[row * 2] = most, state[row * 2 + 1] = all;
  }
}
