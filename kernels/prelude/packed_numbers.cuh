// Weights of 8 and 4 bits as 16-bit numbers, two at a time, without a conversion: their bits become the last ones of a
// number whose exponent is known.

/// Of a word's lower and upper 16 bits the weights that the lowest bits of each hold. 1024 + x is exact in f16 for x
/// below 1024, 128 + x in bf16 for x below 128. One operation turns the sign over and sets the exponent.
template <int bits>
__device__ __forceinline__ u32 numbers(u32 word, f16) {
  const u32 from = bits == 4 ? 0x64086408u : 0x64806480u;  // 1024 + half the range
  const u32 x = (word & (bits == 4 ? 0x000F000Fu : 0x00FF00FFu)) ^ from;
  u32 y;
  asm("sub.f16x2 %0, %1, %2;" : "=r"(y) : "r"(x), "r"(from));
  return y;
}
template <int bits>
__device__ __forceinline__ u32 numbers(u32 word, bf16) {
  // Eight bits are more than 128 + x holds: the last seven of them as 128 + x, the sign as -128 or -256.
  const u32 x = bits == 4 ? (word & 0x000F000Fu) ^ 0x43084308u : word & 0x007F007Fu | 0x43004300u;
  const u32 from = bits == 4 ? 0xC308C308u : word & 0x00800080u ^ 0xC300C300u, one = 0x3F803F80u;  // -136
  u32 y;
  asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(y) : "r"(x), "r"(one), "r"(from));
  return y;
}
