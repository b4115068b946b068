// The exponential that the hardware has, for kernels that make one a score.
/// 2^x, good to 2 ulp: a tensor of 16 bits shows less.
__device__ __forceinline__ f32 two_to(f32 x) {
  f32 y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
