// Between what a tensor stores and f32. Narrowing rounds to nearest even; a NaN stays a NaN.
__device__ __forceinline__ f32 to_f32(f32 x) {
  return x;
}

__device__ __forceinline__ f32 to_f32(f16 x) {
  f32 y;
  asm("cvt.f32.f16 %0, %1;" : "=f"(y) : "h"(x.bits));
  return y;
}

/// A bf16 is the upper half of an f32.
__device__ __forceinline__ f32 to_f32(bf16 x) {
  return __uint_as_float(u32(x.bits) << 16);
}

/// Element e of a vector.
template <class V>
__device__ __forceinline__ f32 to_f32(const V& v, int e) {
  return to_f32(v[e]);
}

/// Two bf16 lie in a word: taken from there, each costs one instruction.
template <int width>
__device__ __forceinline__ f32 to_f32(const Vec<bf16, width>& v, int e) {
  if constexpr (width % 2 == 0) {
    u32 pair;
    memcpy(&pair, &v.at[e - e % 2], sizeof pair);
    return __uint_as_float(e % 2 == 0 ? pair << 16 : pair & 0xFFFF0000u);
  } else {
    return to_f32(v[e]);
  }
}

template <class T>
__device__ __forceinline__ T narrow(f32 x);

template <>
__device__ __forceinline__ f32 narrow<f32>(f32 x) {
  return x;
}

template <>
__device__ __forceinline__ f16 narrow<f16>(f32 x) {
  f16 y;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(y.bits) : "f"(x));
  return y;
}

template <>
__device__ __forceinline__ bf16 narrow<bf16>(f32 x) {
  bf16 y;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(y.bits) : "f"(x));
#else  // no such instruction: add half of the last place, one less where that would round an even number up
  const u32 bits = __float_as_uint(x);
  y.bits = x != x ? (unsigned short)(bits >> 16 | 0x40) : (unsigned short)((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
#endif
  return y;
}

/// What is left of x after a trip through T.
template <class T>
__device__ __forceinline__ f32 rounded(f32 x) {
  return to_f32(narrow<T>(x));
}
