// Attention, version 1, the second of three kernels: p = softmax(s), row by row of the square of scores.
// Bytes a score: 6 asked for (three readings, two of them from the L2 if it is large enough), 2 written.
// New here: nothing. This is the softmax ladder's first version, of 16-bit numbers.
// Launch: a block of 256 threads a row.
extern "C" __global__ void __launch_bounds__(256) attention_v1_softmax(
    const bf16* __restrict__ s, bf16* __restrict__ p, const i64 tokens) {
  const bf16* const in = s + blockIdx.x * tokens;
  bf16* const out = p + blockIdx.x * tokens;

  f32 most = -infinity();
  for (i64 key = threadIdx.x; key < tokens; key += 256) most = maximum(most, to_f32(in[key]));
  most = reduce_block<256>(most, Larger());

  f32 sum = 0.0f;
  for (i64 key = threadIdx.x; key < tokens; key += 256) sum += expf(to_f32(in[key]) - most);
  sum = reduce_block<256>(sum, Add());

  for (i64 key = threadIdx.x; key < tokens; key += 256) out[key] = narrow<bf16>(expf(to_f32(in[key]) - most) / sum);
}
