// Kernel 1, pointwise: square over 4 096 x 8 192 elements.
//   v2 = square(v0)             x * x
// Reads v0: f32[4096, 8192]
//   4 bytes an element
// Writes v2: f32[4096, 8192]
//   4 bytes an element
// Launch: 65 536 blocks of 128 threads; each thread moves 4 elements, all loads before the first use.
__device__ __forceinline__ void k1_element(f32 v0, f32& out2) {
  const f32 v2 = v0 * v0;
  out2 = v2;
}

extern "C" __global__ void __launch_bounds__(128, 1) k1_square(
    const f32* __restrict__ p0,
    f32* __restrict__ p2) {
  constexpr int width = 4, threads = 128;
  const u32 i = (u32(blockIdx.x) * threads + threadIdx.x) * width;
  const Vec<f32, width> a0 = load<width>(p0 + i);
  Vec<f32, width> b2;
#pragma unroll
  for (int e = 0; e < width; ++e) {
    f32 v2;
    k1_element(to_f32(a0, e), v2);
    b2[e] = narrow<f32>(v2);
  }
  store(p2 + i, b2);
}

// Kernel 2, reduction: mean over 4 096 x 8 192 elements.
//   v3 = mean(v2)               mean of each row
// Reads v2: f32[4096, 8192]
//   4 bytes an element
// Writes v3: f32[4096, 1], one number a row
//   0 bytes an element
// Launch: 4 096 blocks of 1024 threads, a block a row; each thread has 2 x 4 elements of it.
extern "C" __global__ void __launch_bounds__(1024, 2) k2_mean(
    const f32* __restrict__ p2,
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
    const Vec<f32, width> a2 = load<width>(p2 + row * columns + c);
#pragma unroll
    for (int e = 0; e < width; ++e) {
      const f32 v2 = to_f32(a2, e);
      own3 += v2;
    }
  }
  const f32 v3 = f32(reduce_block<lanes>(own3, Add()) / 8192.0f);
  if (lane == 0) p3[row] = narrow<f32>(v3);
}

// Kernel 3, pointwise: add over 4 096 x 1 elements.
//   v4 = add(v3, 1e-06)         x + y
// Reads v3: f32[4096, 1]
//   4 bytes an element
// Writes v4: f32[4096, 1]
//   4 bytes an element
// Launch: 8 blocks of 128 threads; each thread moves 4 elements, all loads before the first use.
__device__ __forceinline__ void k3_element(f32 v3, f32& out4) {
  const f32 v4 = v3 + 1e-06f;
  out4 = v4;
}

extern "C" __global__ void __launch_bounds__(128, 1) k3_add(
    const f32* __restrict__ p3,
    f32* __restrict__ p4) {
  constexpr int width = 4, threads = 128;
  const u32 i = (u32(blockIdx.x) * threads + threadIdx.x) * width;
  const Vec<f32, width> a3 = load<width>(p3 + i);
  Vec<f32, width> b4;
#pragma unroll
  for (int e = 0; e < width; ++e) {
    f32 v4;
    k3_element(to_f32(a3, e), v4);
    b4[e] = narrow<f32>(v4);
  }
  store(p4 + i, b4);
}

// Kernel 4, pointwise: rsqrt over 4 096 x 1 elements.
//   v5 = rsqrt(v4)              1 / sqrt(x)
// Reads v4: f32[4096, 1]
//   4 bytes an element
// Writes v5: f32[4096, 1]
//   4 bytes an element
// Launch: 8 blocks of 128 threads; each thread moves 4 elements, all loads before the first use.
__device__ __forceinline__ void k4_element(f32 v4, f32& out5) {
  const f32 v5 = rsqrtf(v4);
  out5 = v5;
}

extern "C" __global__ void __launch_bounds__(128, 1) k4_rsqrt(
    const f32* __restrict__ p4,
    f32* __restrict__ p5) {
  constexpr int width = 4, threads = 128;
  const u32 i = (u32(blockIdx.x) * threads + threadIdx.x) * width;
  const Vec<f32, width> a4 = load<width>(p4 + i);
  Vec<f32, width> b5;
#pragma unroll
  for (int e = 0; e < width; ++e) {
    f32 v5;
    k4_element(to_f32(a4, e), v5);
    b5[e] = narrow<f32>(v5);
  }
  store(p5 + i, b5);
}

// Kernel 5, pointwise: mul over 4 096 x 8 192 elements.
//   v6 = mul(v0, v5)            x * y
// Reads v0: f32[4096, 8192]
// Reads v5: f32[4096, 1], one number a row
//   4 bytes an element
// Writes v6: f32[4096, 8192]
//   4 bytes an element
// Launch: 65 536 blocks of 128 threads; each thread moves 4 elements, all loads before the first use.
__device__ __forceinline__ void k5_element(f32 v0, f32 v5, f32& out6) {
  const f32 v6 = v0 * v5;
  out6 = v6;
}

extern "C" __global__ void __launch_bounds__(128, 1) k5_mul(
    const f32* __restrict__ p0,
    const f32* __restrict__ p5,
    f32* __restrict__ p6) {
  constexpr int width = 4, threads = 128;
  const u32 i = (u32(blockIdx.x) * threads + threadIdx.x) * width;
  const Vec<f32, width> a0 = load<width>(p0 + i);
  const f32 a5 = to_f32(p5[i / 8192]);
  Vec<f32, width> b6;
#pragma unroll
  for (int e = 0; e < width; ++e) {
    f32 v6;
    k5_element(to_f32(a0, e), a5, v6);
    b6[e] = narrow<f32>(v6);
  }
  store(p6 + i, b6);
}

// Kernel 6, pointwise: mul over 4 096 x 8 192 elements.
//   v7 = mul(v6, v1)            x * y
// Reads v6: f32[4096, 8192]
// Reads v1: f32[8192], one row for all
//   4 bytes an element
// Writes v7: f32[4096, 8192]
//   4 bytes an element
// Launch: 65 536 blocks of 128 threads; each thread moves 4 elements, all loads before the first use.
__device__ __forceinline__ void k6_element(f32 v6, f32 v1, f32& out7) {
  const f32 v7 = v6 * v1;
  out7 = v7;
}

extern "C" __global__ void __launch_bounds__(128, 1) k6_mul(
    const f32* __restrict__ p6,
    const f32* __restrict__ p1,
    f32* __restrict__ p7) {
  constexpr int width = 4, threads = 128;
  const u32 i = (u32(blockIdx.x) * threads + threadIdx.x) * width;
  const Vec<f32, width> a6 = load<width>(p6 + i);
  const Vec<f32, width> a1 = load<width>(p1 + i % 8192);
  Vec<f32, width> b7;
#pragma unroll
  for (int e = 0; e < width; ++e) {
    f32 v7;
    k6_element(to_f32(a6, e), to_f32(a1, e), v7);
    b7[e] = narrow<f32>(v7);
  }
  store(p7 + i, b7);
}

