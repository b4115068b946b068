// Kernel 1, streaming: two sweeps over 4 096 x 131 072 elements.
//   v1 = max(v0)                largest of each row
//   v2 = sub(v0, v1)            x - y
//   v3 = exp(v2)                e to the x
//   v4 = sum(v3)                sum of each row
//   v5 = div(v3, v4)            x / y
// Reads v0: bf16[4096, 131072], in each sweep
//   4 bytes an element
// Writes v5: bf16[4096, 131072]
//   2 bytes an element
// Launch: 4 096 blocks of 512 threads, a block a row; each thread has 32 x 8 elements of it.
// A sum of exponentials is kept beside the largest element so far: it is multiplied by exp(old
// largest - new largest) where a larger one comes, so that no sweep waits for the row's maximum.
// The row is too long to stay on chip: each of its 2 sweeps reads it.
extern "C" __global__ void __launch_bounds__(512, 1) k1_max_sub_exp_sum_div(
    const bf16* __restrict__ p0,
    bf16* __restrict__ p5) {
  constexpr i64 columns = 131072;
  constexpr int width = 8, lanes = 512;
  constexpr int fold = 16 * lanes * width;  // a thread adds 16 vectors in f32, these sums in double
  const int lane = threadIdx.x;
  const i64 row = blockIdx.x;

  // Sweep 1 of 2: makes v1, v4.
  f32 own1 = -infinity();
  f64 total4 = 0.0;
  for (i64 part = 0; part < columns; part += fold) {
    const i64 stop = part + fold < columns ? part + fold : columns;
    f32 own4 = 0.0f;
    const f32 before1 = own1;
#pragma unroll 4
    for (i64 c = part + lane * width; c < stop; c += lanes * width) {
      const Vec<bf16, width> a0 = load<width>(p0 + row * columns + c);
#pragma unroll
      for (int e = 0; e < width; ++e) {
        const f32 v0 = to_f32(a0, e);
        if (v0 != -infinity()) {
          const f32 over = v0 - own1, less = expf(-fabsf(over));
          own4 = over > 0.0f ? own4 * less + 1.0f : own4 + less;
        }
        own1 = Larger()(own1, v0);
      }
    }
    total4 = total4 * rescale(before1, own1) + own4;
  }
  const f32 v1 = f32(reduce_block<lanes>(own1, Larger()));
  const f32 v4 = f32(reduce_block<lanes>(total4 * expf(own1 - v1), Add()));

  // Sweep 2 of 2: makes v5.
#pragma unroll 4
  for (i64 c = 0 + lane * width; c < columns; c += lanes * width) {
    const Vec<bf16, width> a0 = load<width>(p0 + row * columns + c);
    Vec<bf16, width> b5;
#pragma unroll
    for (int e = 0; e < width; ++e) {
      const f32 v0 = to_f32(a0, e);
      const f32 v2 = v0 - v1;
      const f32 v3 = expf(v2);
      const f32 v5 = v3 / v4;
      b5[e] = narrow<bf16>(v5);
    }
    store(p5 + row * columns + c, b5);
  }
}

