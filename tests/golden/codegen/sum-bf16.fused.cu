// Kernel 1, reduction: one trip over 4 096 x 8 192 elements.
//   v1 = square(v0)             x * x
//   v2 = sum(v1, bf16)          sum of each row
//   v3 = sum(v1)                sum of each row
// Reads v0: f32[4096, 8192]
//   4 bytes an element
// Writes v2: f32[4096, 1], one number a row
// Writes v3: f32[4096, 1], one number a row
//   0 bytes an element
// Launch: 128 blocks of 32 threads, a thread a row; each thread has 2048 x 4 elements of it.
// v2 is added in order, one element after the other: each partial sum is rounded to bf16.
extern "C" __global__ void __launch_bounds__(32, 1) k1_square_sum_sum(
    const f32* __restrict__ p0,
    f32* __restrict__ p2,
    f32* __restrict__ p3) {
  constexpr i64 columns = 8192;
  constexpr int width = 4, lanes = 1;
  constexpr int fold = 16 * lanes * width;  // a thread adds 16 vectors in f32, these sums in double
  const int lane = threadIdx.x % lanes;
  const i64 row = i64(blockIdx.x) * 32 + threadIdx.x / lanes;

  // Sweep 1 of 1: makes v2, v3.
  f32 own2 = 0.0f;
  f64 total3 = 0.0;
  for (i64 part = 0; part < columns; part += fold) {
    const i64 stop = part + fold < columns ? part + fold : columns;
    f32 own3 = 0.0f;
#pragma unroll 4
    for (i64 c = part + lane * width; c < stop; c += lanes * width) {
      const Vec<f32, width> a0 = load<width>(p0 + row * columns + c);
#pragma unroll
      for (int e = 0; e < width; ++e) {
        const f32 v0 = to_f32(a0, e);
        const f32 v1 = v0 * v0;
        own2 = rounded<bf16>(own2 + v1);
        own3 += v1;
      }
    }
    total3 += own3;
  }
  const f32 v2 = f32(own2);
  if (lane == 0) p2[row] = narrow<f32>(v2);
  const f32 v3 = f32(reduce_lanes<lanes>(total3, Add()));
  if (lane == 0) p3[row] = narrow<f32>(v3);
}

