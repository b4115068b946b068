// Kernel 1, pointwise: dropout over 4 096 x 8 192 elements.
//   v2 = dropout(v0, 0.1)       0 with probability p, else x / (1 - p)
// Reads v0: f32[4096, 8192]
//   4 bytes an element
// Writes v2: f32[4096, 8192]
//   4 bytes an element
// Launch: 65 536 blocks of 128 threads; each thread moves 4 elements, all loads before the first use.
__device__ __forceinline__ void k1_element(f32 v0, u64 element, f32& out2) {
  const f32 v2 = dropout(v0, 7ull, element, 0x3333333333334ull, 1.1111112f);
  out2 = v2;
}

extern "C" __global__ void __launch_bounds__(128, 1) k1_dropout(
    const f32* __restrict__ p0,
    f32* __restrict__ p2) {
  constexpr int width = 4, threads = 128;
  const u32 i = (u32(blockIdx.x) * threads + threadIdx.x) * width;
  const Vec<f32, width> a0 = load<width>(p0 + i);
  Vec<f32, width> b2;
#pragma unroll
  for (int e = 0; e < width; ++e) {
    f32 v2;
    k1_element(to_f32(a0, e), i + e, v2);
    b2[e] = narrow<f32>(v2);
  }
  store(p2 + i, b2);
}

// Kernel 2, pointwise: add over 4 096 x 8 192 elements.
//   v3 = add(v2, v1)            x + y
// Reads v2: f32[4096, 8192]
// Reads v1: f32[4096, 8192]
//   8 bytes an element
// Writes v3: f32[4096, 8192]
//   4 bytes an element
// Launch: 65 536 blocks of 128 threads; each thread moves 4 elements, all loads before the first use.
__device__ __forceinline__ void k2_element(f32 v2, f32 v1, f32& out3) {
  const f32 v3 = v2 + v1;
  out3 = v3;
}

extern "C" __global__ void __launch_bounds__(128, 1) k2_add(
    const f32* __restrict__ p2,
    const f32* __restrict__ p1,
    f32* __restrict__ p3) {
  constexpr int width = 4, threads = 128;
  const u32 i = (u32(blockIdx.x) * threads + threadIdx.x) * width;
  const Vec<f32, width> a2 = load<width>(p2 + i);
  const Vec<f32, width> a1 = load<width>(p1 + i);
  Vec<f32, width> b3;
#pragma unroll
  for (int e = 0; e < width; ++e) {
    f32 v3;
    k2_element(to_f32(a2, e), to_f32(a1, e), v3);
    b3[e] = narrow<f32>(v3);
  }
  store(p3 + i, b3);
}

