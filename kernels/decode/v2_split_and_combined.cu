// Decoding, version 2, the first of two kernels: of 256 keys of one head the largest score, the sum of exp(score - largest)
// and the values weighted by them. q is [heads, 1, 128]; k and v are [heads / group, keys, 128].
// Bytes a key and head: 512 asked for, 2 written.
// New here: blocks share a head's keys, for a batch has fewer heads than a card has multiprocessors. What they leave is put
// together by a second kernel: parts of a softmax may be joined in any order.
// Launch: a block of 256 threads a head and 256 keys; heads that share keys stand beside each other, so that L2 answers.
extern "C" __global__ void __launch_bounds__(256) decode_v2(
    const bf16* __restrict__ q, const bf16* __restrict__ k, const bf16* __restrict__ v, f32* __restrict__ added,
    f32* __restrict__ state, const i64 keys, const i64 group, const i64 heads) {
  constexpr int warps = 8, head = 128, each = head / 32, keys_a_part = 256;
  constexpr f32 scale = 0.0884f;
  __shared__ f32 tops[warps], sums[warps], parts[warps][head];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const i64 row = blockIdx.x % heads, first = row / group * keys, begin = blockIdx.x / heads * keys_a_part;
  f32 query[each], own[each] = {}, top = -infinity(), sum = 0.0f;
  for (int e = 0; e < each; ++e) query[e] = to_f32(q[row * head + lane + e * 32]) * scale;
  for (i64 key0 = begin; key0 < begin + keys_a_part; key0 += warps) {
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
    for (int e = 0; e < each; ++e) own[e] = fmaf(weight, to_f32(v[at + e * 32]), own[e] * fade);
  }
  if (lane == 0) tops[warp] = top, sums[warp] = sum;
  for (int e = 0; e < each; ++e) parts[warp][lane + e * 32] = own[e];
  __syncthreads();
  if (threadIdx.x >= head) return;
  f32 most = -infinity(), all = 0.0f, out = 0.0f;
  for (int w = 0; w < warps; ++w) most = maximum(most, tops[w]);
  for (int w = 0; w < warps; ++w) {
    const f32 fade = expf(tops[w] - most);  // of a warp that had no key: 0
    all += sums[w] * fade;
    out += parts[w][threadIdx.x] * fade;
  }
  added[i64(blockIdx.x) * head + threadIdx.x] = out;  // not yet divided by any sum
  if (threadIdx.x == 0) state[i64(blockIdx.x) * 2] = most, state[i64(blockIdx.x) * 2 + 1] = all;
}
