// Number types and the one vector type. A thread moves a Vec at a time: 16 bytes is the widest access there is.
using f32 = float;
using f64 = double;
using i64 = long long;
using u32 = unsigned int;
using u64 = unsigned long long;

/// 16-bit numbers are bit patterns in memory only: arithmetic is always f32 (see convert.cuh).
struct f16 {
  unsigned short bits;
};
struct bf16 {
  unsigned short bits;
};

/// Neighbouring elements, moved by one instruction: aligned to its own size, at most 16 bytes.
template <class T, int width>
struct alignas(sizeof(T) * width) Vec {
  static_assert(sizeof(T) * width <= 16, "one access moves at most 16 bytes");
  T at[width];
  __device__ __forceinline__ T& operator[](int i) { return at[i]; }
  __device__ __forceinline__ const T& operator[](int i) const { return at[i]; }
};
