// Kernel 1, reduction: max over 4 096 x 8 192 elements.
//   v1 = max(v0)                largest of each row
// Reads v0: f32[4096, 8192]
//   4 bytes an element
// Writes v1: f32[4096, 1], one number a row
//   0 bytes an element
// Launch: 4 096 blocks of 1024 threads, a block a row; each thread has 2 x 4 elements of it.
extern "C" __global__ void __launch_bounds__(1024, 2) k1_max(
    const f32* __restrict__ p0,
    f32* __restrict__ p1) {
  constexpr i64 columns = 8192;
  constexpr int width = 4, lanes = 1024;
  constexpr int vectors = 2;
  const int lane = threadIdx.x;
  const i64 row = blockIdx.x;

  // Sweep 1 of 1: makes v1.
  f32 own1 = -infinity();
#pragma unroll
  for (int u = 0; u < vectors; ++u) {
    const int c = (u * lanes + lane) * width;
    const Vec<f32, width> a0 = load<width>(p0 + row * columns + c);
#pragma unroll
    for (int e = 0; e < width; ++e) {
      const f32 v0 = to_f32(a0, e);
      own1 = Larger()(own1, v0);
    }
  }
  const f32 v1 = f32(reduce_block<lanes>(own1, Larger()));
  if (lane == 0) p1[row] = narrow<f32>(v1);
}

// Kernel 2, pointwise: sub over 4 096 x 8 192 elements.
//   v2 = sub(v0, v1)            x - y
// Reads v0: f32[4096, 8192]
// Reads v1: f32[4096, 1], one number a row
//   4 bytes an element
// Writes v2: f32[4096, 8192]
//   4 bytes an element
// Launch: 65 536 blocks of 128 threads; each thread moves 4 elements, all loads before the first use.
__device__ __forceinline__ void k2_element(f32 v0, f32 v1, f32& out2) {
  const f32 v2 = v0 - v1;
  out2 = v2;
}

extern "C" __global__ void __launch_bounds__(128, 1) k2_sub(
    const f32* __restrict__ p0,
    const f32* __restrict__ p1,
    f32* __restrict__ p2) {
  constexpr int width = 4, threads = 128;
  const u32 i = (u32(blockIdx.x) * threads + threadIdx.x) * width;
  const Vec<f32, width> a0 = load<width>(p0 + i);
  const f32 a1 = to_f32(p1[i / 8192]);
  Vec<f32, width> b2;
#pragma unroll
  for (int e = 0; e < width; ++e) {
    f32 v2;
    k2_element(to_f32(a0, e), a1, v2);
    b2[e] = narrow<f32>(v2);
  }
  store(p2 + i, b2);
}

// Kernel 3, pointwise: exp over 4 096 x 8 192 elements.
//   v3 = exp(v2)                e to the x
// Reads v2: f32[4096, 8192]
//   4 bytes an element
// Writes v3: f32[4096, 8192]
//   4 bytes an element
// Launch: 65 536 blocks of 128 threads; each thread moves 4 elements, all loads before the first use.
__device__ __forceinline__ void k3_element(f32 v2, f32& out3) {
  const f32 v3 = expf(v2);
  out3 = v3;
}

extern "C" __global__ void __launch_bounds__(128, 1) k3_exp(
    const f32* __restrict__ p2,
    f32* __restrict__ p3) {
  constexpr int width = 4, threads = 128;
  const u32 i = (u32(blockIdx.x) * threads + threadIdx.x) * width;
  const Vec<f32, width> a2 = load<width>(p2 + i);
  Vec<f32, width> b3;
#pragma unroll
  for (int e = 0; e < width; ++e) {
    f32 v3;
    k3_element(to_f32(a2, e), v3);
    b3[e] = narrow<f32>(v3);
  }
  store(p3 + i, b3);
}

// Kernel 4, reduction: sum over 4 096 x 8 192 elements.
//   v4 = sum(v3)                sum of each row
// Reads v3: f32[4096, 8192]
//   4 bytes an element
// Writes v4: f32[4096, 1], one number a row
//   0 bytes an element
// Launch: 4 096 blocks of 1024 threads, a block a row; each thread has 2 x 4 elements of it.
extern "C" __global__ void __launch_bounds__(1024, 2) k4_sum(
    const f32* __restrict__ p3,
    f32* __restrict__ p4) {
  constexpr i64 columns = 8192;
  constexpr int width = 4, lanes = 1024;
  constexpr int vectors = 2;
  const int lane = threadIdx.x;
  const i64 row = blockIdx.x;

  // Sweep 1 of 1: makes v4.
  f32 own4 = 0.0f;
#pragma unroll
  for (int u = 0; u < vectors; ++u) {
    const int c = (u * lanes + lane) * width;
    const Vec<f32, width> a3 = load<width>(p3 + row * columns + c);
#pragma unroll
    for (int e = 0; e < width; ++e) {
      const f32 v3 = to_f32(a3, e);
      own4 += v3;
    }
  }
  const f32 v4 = f32(reduce_block<lanes>(own4, Add()));
  if (lane == 0) p4[row] = narrow<f32>(v4);
}

// Kernel 5, pointwise: div over 4 096 x 8 192 elements.
//   v5 = div(v3, v4)            x / y
// Reads v3: f32[4096, 8192]
// Reads v4: f32[4096, 1], one number a row
//   4 bytes an element
// Writes v5: f32[4096, 8192]
//   4 bytes an element
// Launch: 65 536 blocks of 128 threads; each thread moves 4 elements, all loads before the first use.
__device__ __forceinline__ void k5_element(f32 v3, f32 v4, f32& out5) {
  const f32 v5 = v3 / v4;
  out5 = v5;
}

extern "C" __global__ void __launch_bounds__(128, 1) k5_div(
    const f32* __restrict__ p3,
    const f32* __restrict__ p4,
    f32* __restrict__ p5) {
  constexpr int width = 4, threads = 128;
  const u32 i = (u32(blockIdx.x) * threads + threadIdx.x) * width;
  const Vec<f32, width> a3 = load<width>(p3 + i);
  const f32 a4 = to_f32(p4[i / 8192]);
  Vec<f32, width> b5;
#pragma unroll
  for (int e = 0; e < width; ++e) {
    f32 v5;
    k5_element(to_f32(a3, e), a4, v5);
    b5[e] = narrow<f32>(v5);
  }
  store(p5 + i, b5);
}

