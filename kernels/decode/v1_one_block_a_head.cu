// Decoding, version 1: o = softmax(0.0884 q k^T) v for one query a head; q and o are [heads, 1, 128], k and v are
// [heads / group, keys, 128]: the cache of what was said before, of which `group` neighbouring heads share a part.
// Bytes a key and head: 512 asked for. Nothing is used twice by a block, so that the cache's road is all that counts.
// New here: nothing. A block walks all keys of its head, a warp a key; at the end the warps' parts become one.
// Launch: a block of 256 threads a head.
extern "C" __global__ void __launch_bounds__(256) decode_v1(
    const bf16* __restrict__ q, const bf16* __restrict__ k, const bf16* __restrict__ v, bf16* __restrict__ o, const i64 keys,
    const i64 group) {
  constexpr int warps = 8, head = 128, each = head / 32;
  constexpr f32 scale = 0.0884f;
  __shared__ f32 tops[warps], sums[warps], parts[warps][head];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const i64 row = blockIdx.x, first = row / group * keys;
  f32 query[each], added[each] = {}, top = -infinity(), sum = 0.0f;
  for (int e = 0; e < each; ++e) query[e] = to_f32(q[row * head + lane + e * 32]) * scale;
  for (i64 key0 = 0; key0 < keys; key0 += warps) {
    const bool there = key0 + warp < keys;
    const i64 at = (first + key0 + warp) * head + lane;
    f32 score = 0.0f;
#pragma unroll
    for (int e = 0; e < each; ++e) score = fmaf(query[e], there ? to_f32(k[at + e * 32]) : 0.0f, score);
    score = reduce_lanes<32>(score, Add());
    if (!there) continue;
    const f32 here = maximum(top, score), fade = expf(top - here), weight = expf(score - here);
    top = here;
    sum = sum * fade + weight;
#pragma unroll
    for (int e = 0; e < each; ++e) added[e] = fmaf(weight, to_f32(v[at + e * 32]), added[e] * fade);
  }
  if (lane == 0) tops[warp] = top, sums[warp] = sum;
  for (int e = 0; e < each; ++e) parts[warp][lane + e * 32] = added[e];
  __syncthreads();
  if (threadIdx.x >= head) return;
  f32 most = -infinity(), all = 0.0f, out = 0.0f;
  for (int w = 0; w < warps; ++w) most = maximum(most, tops[w]);
  for (int w = 0; w < warps; ++w) {
    const f32 fade = expf(tops[w] - most);  // of a warp that had no key: 0
    all += sums[w] * fade;
    out += parts[w][threadIdx.x] * fade;
  }
  o[row * head + threadIdx.x] = narrow<bf16>(out / all);
}
