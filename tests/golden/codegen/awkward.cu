// Kernel 1, pointwise: one trip over 7 x 1 001 elements.
//   v3 = add(v0, v2)            x + y
//   v4 = mul(v3, v1)            x * y
// Reads v0: f16[7, 1001]
// Reads v2: f16[1001], one row for all
// Reads v1: f16[7, 1], one number a row
//   2 bytes an element
// Writes v4: f16[7, 1001]
//   2 bytes an element
// Launch: 7 blocks of 128 threads; each thread moves 8 elements, all loads before the first use.
__device__ __forceinline__ void k1_element(f32 v0, f32 v2, f32 v1, f32& out4) {
  const f32 v3 = v0 + v2;
  const f32 v4 = v3 * v1;
  out4 = v4;
}

extern "C" __global__ void __launch_bounds__(128, 1) k1_add_mul(
    const f16* __restrict__ p0,
    const f16* __restrict__ p2,
    const f16* __restrict__ p1,
    f16* __restrict__ p4,
    const i64 n) {
  constexpr int width = 8, threads = 128;
  const u32 i = (u32(blockIdx.x) * threads + threadIdx.x) * width;
  if (i + width <= n) {
    const Vec<f16, width> a0 = load<width>(p0 + i);
    Vec<f16, width> b4;
#pragma unroll
    for (int e = 0; e < width; ++e) {
      f32 v4;
      k1_element(to_f32(a0, e), to_f32(p2[(i + e) % 1001]), to_f32(p1[(i + e) / 1001]), v4);
      b4[e] = narrow<f16>(v4);
    }
    store(p4 + i, b4);
    return;
  }
  // The end of the tensor: what is left.
  if (i >= n) return;
  const Vec<f16, width> a0 = load_some<width>(p0 + i, n - i);
  Vec<f16, width> b4;
#pragma unroll
  for (int e = 0; e < width; ++e) {
    if (i + e >= n) break;
    f32 v4;
    k1_element(to_f32(a0, e), to_f32(p2[(i + e) % 1001]), to_f32(p1[(i + e) / 1001]), v4);
    b4[e] = narrow<f16>(v4);
  }
  store_some(p4 + i, b4, n - i);
}

