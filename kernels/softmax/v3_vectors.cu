// Softmax, version 3: y = exp(x - max(x)) / sum(exp(x - max(x))), for each row of a multiple of 4 columns.
// Bytes an element: 8 asked for (x twice), 4 written.
// New here: 16 bytes an access, and one rescaling for four elements.
// Launch: a block of 256 threads a row.
extern "C" __global__ void __launch_bounds__(256) softmax_v3(
    const f32* __restrict__ x, f32* __restrict__ y, const i64 rows, const i64 columns) {
  const f32* const in = x + blockIdx.x * columns;
  f32* const out = y + blockIdx.x * columns;

  // Four elements arrive with one instruction; their largest is found first, so that the sum is scaled once for all.
  f32 most = -infinity(), sum = 0.0f;
#pragma unroll 4
  for (i64 c = threadIdx.x * 4; c < columns; c += 256 * 4) {
    const Vec<f32, 4> a = load<4>(in + c);
    f32 larger = most;
    for (int e = 0; e < 4; ++e) larger = maximum(larger, a[e]);
    sum = larger == -infinity() ? 0.0f : sum * expf(most - larger);
    for (int e = 0; e < 4; ++e) sum += larger == -infinity() ? 0.0f : expf(a[e] - larger);
    most = larger;
  }

  // Two reductions by register exchange instead of a tree of pairs: each thread scales its own sum once in between.
  const f32 largest = reduce_block<256>(most, Larger());
  const f32 own = most == -infinity() ? 0.0f : sum * expf(most - largest);
  const f32 total = reduce_block<256>(own, Add());

  // A division takes some ten instructions, a multiplication one: the reciprocal is taken once a row.
  const f32 scale = 1.0f / total;
#pragma unroll 4
  for (i64 c = threadIdx.x * 4; c < columns; c += 256 * 4) {
    const Vec<f32, 4> a = load<4>(in + c);
    Vec<f32, 4> b;
    for (int e = 0; e < 4; ++e) b[e] = expf(a[e] - largest) * scale;
    store(out + c, b);
  }
}
