// Softmax, version 1: y = exp(x - max(x)) / sum(exp(x - max(x))), for each row.
// Bytes an element: 12 asked for (x three times), 4 written; the second and third reading mostly come from the L2.
// New here: nothing yet. Largest, sum, result: a sweep for each, a block for each row.
// Launch: a block of 256 threads a row.
extern "C" __global__ void __launch_bounds__(256) softmax_v1(
    const f32* __restrict__ x, f32* __restrict__ y, const i64 rows, const i64 columns) {
  const f32* const in = x + blockIdx.x * columns;
  f32* const out = y + blockIdx.x * columns;

  // Without the largest, exp would overflow from 88.8 on; with it, the greatest exponent is 0.
  f32 most = -infinity();
  for (i64 c = threadIdx.x; c < columns; c += 256) most = maximum(most, in[c]);
  most = reduce_block<256>(most, Larger());

  // The sum needs the largest of the whole row: no thread may start before the last has finished its first sweep.
  f32 sum = 0.0f;
  for (i64 c = threadIdx.x; c < columns; c += 256) sum += expf(in[c] - most);
  sum = reduce_block<256>(sum, Add());

  // Each exponential is computed a second time: cheaper than to store it and fetch it back.
  for (i64 c = threadIdx.x; c < columns; c += 256) out[c] = expf(in[c] - most) / sum;
}
