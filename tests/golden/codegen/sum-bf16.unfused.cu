// Kernel 1, pointwise: square over 4 096 x 8 192 elements.
//   v1 = square(v0)             x * x
// Reads v0: f32[4096, 8192]
//   4 bytes an element
// Writes v1: f32[4096, 8192]
//   4 bytes an element
// Launch: 65 536 blocks of 128 threads; each thread moves 4 elements, all loads before the first use.
__device__ __forceinline__ void k1_element(f32 v0, f32& out1) {
  const f32 v1 = v0 * v0;
  out1 = v1;
}

extern "C" __global__ void __launch_bounds__(128, 1) k1_square(
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

// Kernel 2, reduction: sum over 4 096 x 8 192 elements.
//   v2 = sum(v1, bf16)          sum of each row
// Reads v1: f32[4096, 8192]
//   4 bytes an element
// Writes v2: f32[4096, 1], one number a row
//   0 bytes an element
// Launch: 128 blocks of 32 threads, a thread a row; each thread has 2048 x 4 elements of it.
// v2 is added in order, one element after the other: each partial sum is rounded to bf16.
extern "C" __global__ void __launch_bounds__(32, 1) k2_sum(
    const f32* __restrict__ p1,
    f32* __restrict__ p2) {
  constexpr i64 columns = 8192;
  constexpr int width = 4, lanes = 1;
  const int lane = threadIdx.x % lanes;
  const i64 row = i64(blockIdx.x) * 32 + threadIdx.x / lanes;

  // Sweep 1 of 1: makes v2.
  f32 own2 = 0.0f;
#pragma unroll 4
  for (i64 c = 0 + lane * width; c < columns; c += lanes * width) {
    const Vec<f32, width> a1 = load<width>(p1 + row * columns + c);
#pragma unroll
    for (int e = 0; e < width; ++e) {
      const f32 v1 = to_f32(a1, e);
      own2 = rounded<bf16>(own2 + v1);
    }
  }
  const f32 v2 = f32(own2);
  if (lane == 0) p2[row] = narrow<f32>(v2);
}

// Kernel 3, reduction: sum over 4 096 x 8 192 elements.
//   v3 = sum(v1)                sum of each row
// Reads v1: f32[4096, 8192]
//   4 bytes an element
// Writes v3: f32[4096, 1], one number a row
//   0 bytes an element
// Launch: 4 096 blocks of 1024 threads, a block a row; each thread has 2 x 4 elements of it.
extern "C" __global__ void __launch_bounds__(1024, 2) k3_sum(
    const f32* __restrict__ p1,
    f32* __restrict__ p3) {
  constexpr i64 columns = 8192;
  constexpr int width = 4, lanes = 1024;
  constexpr int vectors = 2;
  const int lane = threadIdx.x;
  const i64 row = blockIdx.x;

  // Sweep 1 of 1: makes v3.
  f32 own3 = 0.0f;
#pragma unroll
  for (int u = 0; u < vectors; ++u) {
    const int c = (u * lanes + lane) * width;
    const Vec<f32, width> a1 = load<width>(p1 + row * columns + c);
#pragma unroll
    for (int e = 0; e < width; ++e) {
      const f32 v1 = to_f32(a1, e);
      own3 += v1;
    }
  }
  const f32 v3 = f32(reduce_block<lanes>(own3, Add()));
  if (lane == 0) p3[row] = narrow<f32>(v3);
}

