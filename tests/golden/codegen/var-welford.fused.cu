// Kernel 1, reduction: one trip over 4 096 x 8 192 elements.
//   v1 = add(v0, 1000)          x + y
//   v2 = var(v1)                mean of the squared distances of a row's numbers from their mean
// Reads v0: f32[4096, 8192]
//   4 bytes an element
// Writes v2: f32[4096, 1], one number a row
//   0 bytes an element
// Launch: 4 096 blocks of 256 threads, a block a row; each thread has 8 x 4 elements of it.
extern "C" __global__ void __launch_bounds__(256, 6) k1_add_var(
    const f32* __restrict__ p0,
    f32* __restrict__ p2) {
  constexpr i64 columns = 8192;
  constexpr int width = 4, lanes = 256;
  constexpr int vectors = 8;
  const int lane = threadIdx.x;
  const i64 row = blockIdx.x;

  // Sweep 1 of 1: makes v2.
  Variance own2;
#pragma unroll
  for (int u = 0; u < vectors; ++u) {
    const int c = (u * lanes + lane) * width;
    const Vec<f32, width> a0 = load<width>(p0 + row * columns + c);
#pragma unroll
    for (int e = 0; e < width; ++e) {
      const f32 v0 = to_f32(a0, e);
      const f32 v1 = v0 + 1000.0f;
      own2.add(v1);
    }
  }
  const f32 v2 = f32(variance_block<lanes>(own2));
  if (lane == 0) p2[row] = narrow<f32>(v2);
}

