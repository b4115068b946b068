// Kernel 1, reduction: mean over 4 096 x 8 192 elements.
//   v3 = mean(v0)               mean of each row
// Reads v0: f32[4096, 8192]
//   4 bytes an element
// Writes v3: f32[4096, 1], one number a row
//   0 bytes an element
// Launch: 4 096 blocks of 1024 threads, a block a row; each thread has 2 x 4 elements of it.
extern "C" __global__ void __launch_bounds__(1024, 2) k1_mean(
    const f32* __restrict__ p0,
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
    const Vec<f32, width> a0 = load<width>(p0 + row * columns + c);
#pragma unroll
    for (int e = 0; e < width; ++e) {
      const f32 v0 = to_f32(a0, e);
      own3 += v0;
    }
  }
  const f32 v3 = f32(reduce_block<lanes>(own3, Add()) / 8192.0f);
  if (lane == 0) p3[row] = narrow<f32>(v3);
}

// Kernel 2, pointwise: sub over 4 096 x 8 192 elements.
//   v4 = sub(v0, v3)            x - y
// Reads v0: f32[4096, 8192]
// Reads v3: f32[4096, 1], one number a row
//   4 bytes an element
// Writes v4: f32[4096, 8192]
//   4 bytes an element
// Launch: 65 536 blocks of 128 threads; each thread moves 4 elements, all loads before the first use.
__device__ __forceinline__ void k2_element(f32 v0, f32 v3, f32& out4) {
  const f32 v4 = v0 - v3;
  out4 = v4;
}

extern "C" __global__ void __launch_bounds__(128, 1) k2_sub(
    const f32* __restrict__ p0,
    const f32* __restrict__ p3,
    f32* __restrict__ p4) {
  constexpr int width = 4, threads = 128;
  const u32 i = (u32(blockIdx.x) * threads + threadIdx.x) * width;
  const Vec<f32, width> a0 = load<width>(p0 + i);
  const f32 a3 = to_f32(p3[i / 8192]);
  Vec<f32, width> b4;
#pragma unroll
  for (int e = 0; e < width; ++e) {
    f32 v4;
    k2_element(to_f32(a0, e), a3, v4);
    b4[e] = narrow<f32>(v4);
  }
  store(p4 + i, b4);
}

// Kernel 3, pointwise: square over 4 096 x 8 192 elements.
//   v5 = square(v4)             x * x
// Reads v4: f32[4096, 8192]
//   4 bytes an element
// Writes v5: f32[4096, 8192]
//   4 bytes an element
// Launch: 65 536 blocks of 128 threads; each thread moves 4 elements, all loads before the first use.
__device__ __forceinline__ void k3_element(f32 v4, f32& out5) {
  const f32 v5 = v4 * v4;
  out5 = v5;
}

extern "C" __global__ void __launch_bounds__(128, 1) k3_square(
    const f32* __restrict__ p4,
    f32* __restrict__ p5) {
  constexpr int width = 4, threads = 128;
  const u32 i = (u32(blockIdx.x) * threads + threadIdx.x) * width;
  const Vec<f32, width> a4 = load<width>(p4 + i);
  Vec<f32, width> b5;
#pragma unroll
  for (int e = 0; e < width; ++e) {
    f32 v5;
    k3_element(to_f32(a4, e), v5);
    b5[e] = narrow<f32>(v5);
  }
  store(p5 + i, b5);
}

// Kernel 4, reduction: mean over 4 096 x 8 192 elements.
//   v6 = mean(v5)               mean of each row
// Reads v5: f32[4096, 8192]
//   4 bytes an element
// Writes v6: f32[4096, 1], one number a row
//   0 bytes an element
// Launch: 4 096 blocks of 1024 threads, a block a row; each thread has 2 x 4 elements of it.
extern "C" __global__ void __launch_bounds__(1024, 2) k4_mean(
    const f32* __restrict__ p5,
    f32* __restrict__ p6) {
  constexpr i64 columns = 8192;
  constexpr int width = 4, lanes = 1024;
  constexpr int vectors = 2;
  const int lane = threadIdx.x;
  const i64 row = blockIdx.x;

  // Sweep 1 of 1: makes v6.
  f32 own6 = 0.0f;
#pragma unroll
  for (int u = 0; u < vectors; ++u) {
    const int c = (u * lanes + lane) * width;
    const Vec<f32, width> a5 = load<width>(p5 + row * columns + c);
#pragma unroll
    for (int e = 0; e < width; ++e) {
      const f32 v5 = to_f32(a5, e);
      own6 += v5;
    }
  }
  const f32 v6 = f32(reduce_block<lanes>(own6, Add()) / 8192.0f);
  if (lane == 0) p6[row] = narrow<f32>(v6);
}

// Kernel 5, pointwise: add over 4 096 x 1 elements.
//   v7 = add(v6, 1e-06)         x + y
// Reads v6: f32[4096, 1]
//   4 bytes an element
// Writes v7: f32[4096, 1]
//   4 bytes an element
// Launch: 8 blocks of 128 threads; each thread moves 4 elements, all loads before the first use.
__device__ __forceinline__ void k5_element(f32 v6, f32& out7) {
  const f32 v7 = v6 + 1e-06f;
  out7 = v7;
}

extern "C" __global__ void __launch_bounds__(128, 1) k5_add(
    const f32* __restrict__ p6,
    f32* __restrict__ p7) {
  constexpr int width = 4, threads = 128;
  const u32 i = (u32(blockIdx.x) * threads + threadIdx.x) * width;
  const Vec<f32, width> a6 = load<width>(p6 + i);
  Vec<f32, width> b7;
#pragma unroll
  for (int e = 0; e < width; ++e) {
    f32 v7;
    k5_element(to_f32(a6, e), v7);
    b7[e] = narrow<f32>(v7);
  }
  store(p7 + i, b7);
}

// Kernel 6, pointwise: rsqrt over 4 096 x 1 elements.
//   v8 = rsqrt(v7)              1 / sqrt(x)
// Reads v7: f32[4096, 1]
//   4 bytes an element
// Writes v8: f32[4096, 1]
//   4 bytes an element
// Launch: 8 blocks of 128 threads; each thread moves 4 elements, all loads before the first use.
__device__ __forceinline__ void k6_element(f32 v7, f32& out8) {
  const f32 v8 = rsqrtf(v7);
  out8 = v8;
}

extern "C" __global__ void __launch_bounds__(128, 1) k6_rsqrt(
    const f32* __restrict__ p7,
    f32* __restrict__ p8) {
  constexpr int width = 4, threads = 128;
  const u32 i = (u32(blockIdx.x) * threads + threadIdx.x) * width;
  const Vec<f32, width> a7 = load<width>(p7 + i);
  Vec<f32, width> b8;
#pragma unroll
  for (int e = 0; e < width; ++e) {
    f32 v8;
    k6_element(to_f32(a7, e), v8);
    b8[e] = narrow<f32>(v8);
  }
  store(p8 + i, b8);
}

// Kernel 7, pointwise: mul over 4 096 x 8 192 elements.
//   v9 = mul(v4, v8)            x * y
// Reads v4: f32[4096, 8192]
// Reads v8: f32[4096, 1], one number a row
//   4 bytes an element
// Writes v9: f32[4096, 8192]
//   4 bytes an element
// Launch: 65 536 blocks of 128 threads; each thread moves 4 elements, all loads before the first use.
__device__ __forceinline__ void k7_element(f32 v4, f32 v8, f32& out9) {
  const f32 v9 = v4 * v8;
  out9 = v9;
}

extern "C" __global__ void __launch_bounds__(128, 1) k7_mul(
    const f32* __restrict__ p4,
    const f32* __restrict__ p8,
    f32* __restrict__ p9) {
  constexpr int width = 4, threads = 128;
  const u32 i = (u32(blockIdx.x) * threads + threadIdx.x) * width;
  const Vec<f32, width> a4 = load<width>(p4 + i);
  const f32 a8 = to_f32(p8[i / 8192]);
  Vec<f32, width> b9;
#pragma unroll
  for (int e = 0; e < width; ++e) {
    f32 v9;
    k7_element(to_f32(a4, e), a8, v9);
    b9[e] = narrow<f32>(v9);
  }
  store(p9 + i, b9);
}

// Kernel 8, pointwise: mul over 4 096 x 8 192 elements.
//   v10 = mul(v9, v1)           x * y
// Reads v9: f32[4096, 8192]
// Reads v1: f32[8192], one row for all
//   4 bytes an element
// Writes v10: f32[4096, 8192]
//   4 bytes an element
// Launch: 65 536 blocks of 128 threads; each thread moves 4 elements, all loads before the first use.
__device__ __forceinline__ void k8_element(f32 v9, f32 v1, f32& out10) {
  const f32 v10 = v9 * v1;
  out10 = v10;
}

extern "C" __global__ void __launch_bounds__(128, 1) k8_mul(
    const f32* __restrict__ p9,
    const f32* __restrict__ p1,
    f32* __restrict__ p10) {
  constexpr int width = 4, threads = 128;
  const u32 i = (u32(blockIdx.x) * threads + threadIdx.x) * width;
  const Vec<f32, width> a9 = load<width>(p9 + i);
  const Vec<f32, width> a1 = load<width>(p1 + i % 8192);
  Vec<f32, width> b10;
#pragma unroll
  for (int e = 0; e < width; ++e) {
    f32 v10;
    k8_element(to_f32(a9, e), to_f32(a1, e), v10);
    b10[e] = narrow<f32>(v10);
  }
  store(p10 + i, b10);
}

// Kernel 9, pointwise: add over 4 096 x 8 192 elements.
//   v11 = add(v10, v2)          x + y
// Reads v10: f32[4096, 8192]
// Reads v2: f32[8192], one row for all
//   4 bytes an element
// Writes v11: f32[4096, 8192]
//   4 bytes an element
// Launch: 65 536 blocks of 128 threads; each thread moves 4 elements, all loads before the first use.
__device__ __forceinline__ void k9_element(f32 v10, f32 v2, f32& out11) {
  const f32 v11 = v10 + v2;
  out11 = v11;
}

extern "C" __global__ void __launch_bounds__(128, 1) k9_add(
    const f32* __restrict__ p10,
    const f32* __restrict__ p2,
    f32* __restrict__ p11) {
  constexpr int width = 4, threads = 128;
  const u32 i = (u32(blockIdx.x) * threads + threadIdx.x) * width;
  const Vec<f32, width> a10 = load<width>(p10 + i);
  const Vec<f32, width> a2 = load<width>(p2 + i % 8192);
  Vec<f32, width> b11;
#pragma unroll
  for (int e = 0; e < width; ++e) {
    f32 v11;
    k9_element(to_f32(a10, e), to_f32(a2, e), v11);
    b11[e] = narrow<f32>(v11);
  }
  store(p11 + i, b11);
}

