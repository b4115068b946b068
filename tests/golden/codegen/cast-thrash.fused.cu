// Kernel 1, pointwise: one trip over 8 192 x 8 192 elements.
//   v1 = cast(v0, f32)          x rounded to another dtype
//   v2 = mul(v1, 1.5)           x * y
//   v3 = cast(v2, bf16)         x rounded to another dtype
//   v4 = cast(v3, f32)          x rounded to another dtype
//   v5 = add(v4, 0.25)          x + y
//   v6 = cast(v5, bf16)         x rounded to another dtype
// Reads v0: bf16[8192, 8192]
//   2 bytes an element
// Writes v6: bf16[8192, 8192]
//   2 bytes an element
// Launch: 65 536 blocks of 128 threads; each thread moves 8 elements, all loads before the first use.
__device__ __forceinline__ void k1_element(f32 v0, f32& out6) {
  const f32 v1 = v0;
  const f32 v2 = v1 * 1.5f;
  const f32 v3 = rounded<bf16>(v2);
  const f32 v4 = v3;
  const f32 v5 = v4 + 0.25f;
  const f32 v6 = v5;
  out6 = v6;
}

extern "C" __global__ void __launch_bounds__(128, 1) k1_cast_mul_cast_cast_add_cast(
    const bf16* __restrict__ p0,
    bf16* __restrict__ p6) {
  constexpr int width = 8, threads = 128;
  const u32 i = (u32(blockIdx.x) * threads + threadIdx.x) * width;
  const Vec<bf16, width> a0 = load<width>(p0 + i);
  Vec<bf16, width> b6;
#pragma unroll
  for (int e = 0; e < width; ++e) {
    f32 v6;
    k1_element(to_f32(a0, e), v6);
    b6[e] = narrow<bf16>(v6);
  }
  store(p6 + i, b6);
}

