// Kernel 1, pointwise: add over 4 096 x 8 192 elements.
//   v1 = add(v0, 1000)          x + y
// Reads v0: f32[4096, 8192]
//   4 bytes an element
// Writes v1: f32[4096, 8192]
//   4 bytes an element
// Launch: 65 536 blocks of 128 threads; each thread moves 4 elements, all loads before the first use.
__device__ __forceinline__ void k1_element(f32 v0, f32& out1) {
  const f32 v1 = v0 + 1000.0f;
  out1 = v1;
}

extern "C" __global__ void __launch_bounds__(128, 1) k1_add(
    const f32* __restrict__ p0,
    f32* __restrict__ p1) {
  constexpr int width = 4, threads = 128;
  const u32 i = (u32(blockIdx.x) * threads + threadIdx.x) * width;
  const Vec<f32, width> a0 = load<width>(p0 + i);
  Vec<f32, width> b1;
#pragma unroll
  for (int e = 0; e < width; ++e) {
    f32 v1;
    k1_element(to_f32(a0, e), v1);
    b1[e] = narrow<f32>(v1);
  }
  store(p1 + i, b1);
}

// Kernel 2, reduction: var over 4 096 x 8 192 elements.
//   v2 = var(v1)                mean of the squared distances of a row's numbers from their mean
// Reads v1: f32[4096, 8192]
//   4 bytes an element
// Writes v2: f32[4096, 1], one number a row
//   0 bytes an element
// Launch: 4 096 blocks of 256 threads, a block a row; each thread has 8 x 4 elements of it.
extern "C" __global__ void __launch_bounds__(256, 6) k2_var(
    const f32* __restrict__ p1,
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
    const Vec<f32, width> a1 = load<width>(p1 + row * columns + c);
#pragma unroll
    for (int e = 0; e < width; ++e) {
      const f32 v1 = to_f32(a1, e);
      own2.add(v1);
    }
  }
  const f32 v2 = f32(variance_block<lanes>(own2));
  if (lane == 0) p2[row] = narrow<f32>(v2);
}

