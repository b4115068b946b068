// The exponential and the division that the hardware has, for what is made once a score or an element.
/// 2^x, good to 2 ulp.
__device__ __forceinline__ f32 two_to(f32 x) {
  f32 y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
/// x / y, good to 2 ulp; 0 where y is above 2^126.
__device__ __forceinline__ f32 over(f32 x, f32 y) {
  f32 z;
  asm("div.approx.ftz.f32 %0, %1, %2;" : "=f"(z) : "f"(x), "f"(y));
  return z;
}
