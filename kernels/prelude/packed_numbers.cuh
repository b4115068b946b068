// Weights of 8 and 4 bits as 16-bit numbers, two at a time, without a conversion: their bits become the last ones of a
// number whose exponent is known.

/// Of a word's lower and upper 16 bits the weights that the lowest bits of each hold. 1024 + x is exact in f16 for x
/// below 1024, 128 + x in bf16 for x below 128. Of 4 bits one operation turns the sign over and sets the exponent; words
/// of 8 bits come with their signs turned over.
template <int bits>
__device__ __forceinline__ u32 numbers(u32 word, f16) {
  const u32 from = bits == 4 ? 0x64086408u : 0x64806480u;  // 1024 + half the range
  const u32 x = bits == 4 ? (word & 0x000F000Fu) ^ from : word & 0x00FF00FFu | 0x64006400u;
  u32 y;
  asm("sub.f16x2 %0, %1, %2;" : "=r"(y) : "r"(x), "r"(from));
  return y;
}
template <int bits>
__device__ __forceinline__ u32 numbers(u32 word, bf16) {
  if constexpr (bits == 4) {
    const u32 x = (word & 0x000F000Fu) ^ 0x43084308u, one = 0x3F803F80u, from = 0xC308C308u;  // -136
    u32 y;
    asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(y) : "r"(x), "r"(one), "r"(from));
    return y;
  } else {  // eight bits and a sign are more than 128 + x holds: by way of f32, where 2^23 + x is exact
    const f32 low = __uint_as_float(word & 0xFFu | 0x4B000000u) - 8388736.0f;
    const f32 high = __uint_as_float(word >> 16 & 0xFFu | 0x4B000000u) - 8388736.0f;
    return __byte_perm(__float_as_uint(low), __float_as_uint(high), 0x7632);
  }
}
