// Weights of 8 and 4 bits: whole numbers, of which each column has a scale.
struct i8 {
  signed char number;
};
/// Two weights, since a byte is the least that memory moves: of the even k in the lower half, of the next k in the upper.
struct i4 {
  signed char both;
};

__device__ __forceinline__ f32 to_f32(i8 x) {
  return f32(x.number);
}
__device__ __forceinline__ f32 even_of(i4 x) {
  return f32((signed char)(x.both << 4) >> 4);
}
__device__ __forceinline__ f32 odd_of(i4 x) {
  return f32(x.both >> 4);
}
