// Sine and cosine: one polynomial and no choice, where CUDA's own choose between two. At most 1.8 ulp off over every 4099th
// f32 (the bound is the op table's 4). In a trial of this form, cos(cos(x)) over 1 GiB on an H200, 2026-11-21: 532 us, with
// cosf 573 us, a copy 505 us.

/// Far from zero, where the reduction below runs out of digits, and for what is no number: CUDA's own (2 ulp), which is
/// long and kept out of the way.
__device__ __noinline__ f32 far_cosine(f32 x) {
  return cosf(x);
}
__device__ __noinline__ f32 far_sine(f32 x) {
  return sinf(x);
}
constexpr f32 far = 71476.0f;
/// The whole number nearest to x, at most 2^22, in the lower half of the bits.
__device__ __forceinline__ f32 nearest_whole(f32 x) {
  return x + 12582912.0f;
}
/// sin(x - h pi / 2), its sign turned where `odd` is odd, for a difference of at most pi / 2: the product in three parts,
/// then a minimax polynomial (0.1 ulp).
__device__ __forceinline__ f32 sine_beside(f32 x, f32 h, u32 odd) {
  const f32 c[] = {-0.166666597f, 8.33306555e-3f, -1.98095775e-4f, 2.60572074e-6f};
  const f32 r = fmaf(h, -5.39030253e-15f, fmaf(h, -3.13916473e-07f, fmaf(h, -1.57079601f, x)));
  const f32 s = r * r, turned = __uint_as_float(__float_as_uint(r) ^ (odd << 31));
  return fmaf(polynomial(s, c) * s, turned, turned);
}
/// cos x = -sin(x - (2 k + 1) pi / 2) (-1)^k
__device__ __forceinline__ f32 cosine(f32 x) {
  const f32 k = nearest_whole(fmaf(x, 0.318309886f, -0.5f));
  const f32 near = sine_beside(x, fmaf(k - 12582912.0f, 2.0f, 1.0f), __float_as_uint(k) + 1);
  return fabsf(x) <= far ? near : far_cosine(x);
}
/// sin x = sin(x - 2 k pi / 2) (-1)^k
__device__ __forceinline__ f32 sine(f32 x) {
  const f32 k = nearest_whole(x * 0.318309886f);
  const f32 near = sine_beside(x, (k - 12582912.0f) * 2.0f, __float_as_uint(k));
  return fabsf(x) <= far ? near : far_sine(x);
}
