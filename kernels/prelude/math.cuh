// The activations. Errors in ulps of the f32 result, against double, are below the bound of the op table.
// expf, tanhf (2 ulp), logf, log1pf (1) and sqrtf, division (correctly rounded) are CUDA's own.
__device__ __forceinline__ f32 infinity() {
  return __uint_as_float(0x7F800000u);
}
__device__ __forceinline__ f32 not_a_number() {
  return __uint_as_float(0x7FC00000u);
}

/// NaN if either is: the machine's own fmaxf would drop the NaN.
__device__ __forceinline__ f32 maximum(f32 a, f32 b) {
  return a > b || a != a ? a : b;
}
__device__ __forceinline__ f32 minimum(f32 a, f32 b) {
  return a < b || a != a ? a : b;
}
__device__ __forceinline__ f32 relu(f32 x) {
  return x < 0.0f ? 0.0f : x;
}

/// 1 / (1 + e^-x): at most 4 ulp. One division by the fast reciprocal (2 ulp), whose argument is at least 1.
__device__ __forceinline__ f32 sigmoid(f32 x) {
  return __fdividef(1.0f, 1.0f + expf(-x));
}
/// At most 5 ulp.
__device__ __forceinline__ f32 silu(f32 x) {
  return x * sigmoid(x);
}

/// log(1 + e^x) = max(x, 0) + log(1 + e^-|x|), which neither overflows nor loses what is small: at most 6 ulp.
__device__ __forceinline__ f32 softplus(f32 x) {
  return relu(x) + log1pf(expf(-fabsf(x)));
}

/// c0 + c1 s + c2 s^2 ... by Horner's rule, one fused multiply-add a term.
template <int terms>
__device__ __forceinline__ f32 polynomial(f32 s, const f32 (&c)[terms]) {
  f32 sum = c[terms - 1];
#pragma unroll
  for (int i = terms - 2; i >= 0; --i) sum = fmaf(sum, s, c[i]);
  return sum;
}

/// x / 2 + x / 2 T(x), where T reaches -1 and 1 at the ends of its interval: at most 6 ulp of x / 2.
template <int terms>
__device__ __forceinline__ f32 gated(f32 x, f32 end, const f32 (&p)[terms], const f32 (&q)[terms]) {
  const f32 s = x * x, half = x * 0.5f;
  const f32 t = __fdividef(x * polynomial(s, p), polynomial(s, q));
  const f32 outside = x > 0.0f ? x : x * 0.0f;  // NaN stays NaN
  return fabsf(x) < end ? fmaf(half, t, half) : outside;
}

/// x / 2 (1 + tanh(u)) = x / (1 + e^(-2 u)), u = sqrt(2 / pi) (x + 0.044715 x^3): at most 6 ulp of the larger of it and
/// x / 2. The exponential is one of 2, its factor log2(e) in the constants: what it loses far out, x / 2 does not show.
__device__ __forceinline__ f32 gelu(f32 x) {
  return over(x, 1.0f + two_to(x * fmaf(x * x, -0.102943240f, -2.30220819f)));
}

/// T(x) = erf(x / sqrt(2)).
__device__ __forceinline__ f32 gelu_erf(f32 x) {
  const f32 p[] = {0.797884443f, 0.0687522826f, 9.41452374e-3f, 3.47702336e-4f, 1.27130835e-5f, 4.42906503e-8f};
  const f32 q[] = {1.0f, 0.252833921f, 0.0289401083f, 1.91298048e-3f, 7.51021038e-5f, 1.18021311e-6f};
  return gated(x, 5.63f, p, q);
}
