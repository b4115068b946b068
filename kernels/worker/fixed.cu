// Onetrip's own kernels: test data, poison, scans, gathering, flushing.
typedef unsigned long long u64;
typedef long long i64;
typedef unsigned int u32;
typedef unsigned short u16;

__device__ u16 as_f16(float value) {
  u16 bits;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
  return bits;
}
__device__ u16 as_bf16(float value) {  // values are finite here
  u32 bits = __float_as_uint(value);
  return (u16)((bits + 0x7FFFu + (bits >> 16 & 1u)) >> 16);
}
__device__ float from_f16(u16 bits) {
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
  return value;
}

__device__ i64 first_index() { return (i64)blockIdx.x * blockDim.x + threadIdx.x; }
__device__ i64 stride() { return (i64)gridDim.x * blockDim.x; }
#define EACH(i) for (i64 i = first_index(); i < count; i += stride())

__device__ u64 random_bits(u64 seed, u64 stream, u64 index) {
  u64 z = seed * 0x9E3779B97F4A7C15ull + stream * 0xD1B54A32D192ED03ull + (index + 1) * 0x8CB92BA72F3D8DD7ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}
/// Uniform on [-2, 2) in steps of 2^-22.
__device__ float random_element(u64 seed, u64 stream, u64 index) {
  int top = (int)(random_bits(seed, stream, index) >> 40);
  return (float)(top - (1 << 23)) * (1.0f / (1 << 22));
}

/// Uniform over all integers of so many bits.
__device__ int random_integer(u64 seed, u64 stream, u64 index, int bits) {
  return (int)(random_bits(seed, stream, index) >> (64 - bits)) - (1 << (bits - 1));
}
/// -1, 0 or 1; nine of ten are 0.
__device__ int exact_element(u64 seed, u64 stream, u64 index) {
  u64 one_of = (random_bits(seed, stream, index) >> 40) % 20;
  return one_of == 0 ? 1 : one_of == 1 ? -1 : 0;
}

extern "C" __global__ void random_f32(float* to, i64 count, u64 seed, u64 stream) {
  EACH(i) to[i] = random_element(seed, stream, (u64)i);
}
extern "C" __global__ void random_f16(u16* to, i64 count, u64 seed, u64 stream) {
  EACH(i) to[i] = as_f16(random_element(seed, stream, (u64)i));
}
extern "C" __global__ void random_bf16(u16* to, i64 count, u64 seed, u64 stream) {
  EACH(i) to[i] = as_bf16(random_element(seed, stream, (u64)i));
}
extern "C" __global__ void random_i8(signed char* to, i64 count, u64 seed, u64 stream) {
  EACH(i) to[i] = (signed char)random_integer(seed, stream, (u64)i, 8);
}
extern "C" __global__ void exact_f32(float* to, i64 count, u64 seed, u64 stream) {
  EACH(i) to[i] = (float)exact_element(seed, stream, (u64)i);
}
extern "C" __global__ void exact_f16(u16* to, i64 count, u64 seed, u64 stream) {
  EACH(i) to[i] = as_f16((float)exact_element(seed, stream, (u64)i));
}
extern "C" __global__ void exact_bf16(u16* to, i64 count, u64 seed, u64 stream) {
  EACH(i) to[i] = as_bf16((float)exact_element(seed, stream, (u64)i));
}
extern "C" __global__ void exact_i8(signed char* to, i64 count, u64 seed, u64 stream) {
  EACH(i) to[i] = (signed char)exact_element(seed, stream, (u64)i);
}
/// Two to a byte, the even one in its lower half; a thread makes both. `count` is of bytes.
extern "C" __global__ void random_i4(unsigned char* to, i64 count, u64 seed, u64 stream) {
  EACH(i) {
    int low = random_integer(seed, stream, 2 * (u64)i, 4), high = random_integer(seed, stream, 2 * (u64)i + 1, 4);
    to[i] = (unsigned char)((low & 15) | (high & 15) << 4);
  }
}
extern "C" __global__ void exact_i4(unsigned char* to, i64 count, u64 seed, u64 stream) {
  EACH(i) {
    int low = exact_element(seed, stream, 2 * (u64)i), high = exact_element(seed, stream, 2 * (u64)i + 1);
    to[i] = (unsigned char)((low & 15) | (high & 15) << 4);
  }
}

/// The place of `index` among `count` things that are shuffled.
__device__ u64 shuffled(u64 seed, u64 stream, u64 index, u64 count) {
  int bits = 1;
  while (count > 1ull << bits) ++bits;
  u64 mask = (1ull << bits) - 1, z = index;
  int half = (bits + 1) / 2;
  do {
    for (u64 round = 0; round < 4; ++round) {
      u64 key = random_bits(seed, stream, round);
      z = (z + key) & mask;
      z = (z * ((key >> 16) | 1)) & mask;
      z ^= z >> half;
    }
  } while (z >= count);
  return z;
}
/// Numbers of slices, none twice before each was there once.
extern "C" __global__ void table_i32(u32* to, i64 count, u64 seed, u64 stream, u64 slices) {
  EACH(i) to[i] = (u32)shuffled(seed + (u64)i / slices, stream, (u64)i % slices, slices);
}

/// Any numbers of slices.
extern "C" __global__ void drawn_i32(u32* to, i64 count, u64 seed, u64 stream, u64 slices) {
  EACH(i) to[i] = (u32)(random_bits(seed, stream, (u64)i) % slices);
}

/// Groups of rows by their places, as base/ragged.hpp has them: parts of all rows before a place, and rows of a place.
__device__ u64 ragged_parts(u64 place, u64 groups) {
  const u64 large = 64, small = 8, differ = 16, together = differ * small + differ * (differ - 1) / 2;
  u64 before = 0;
  if (groups >= 4) {
    u64 many = groups < 16 ? 1 : groups / 8;
    if (place <= 2) return 0;
    if (place <= 2 + many) return (place - 2) * large;
    place -= 2 + many;
    before = many * large;
  }
  u64 some = place % differ;
  return before + place / differ * together + some * small + some * (some - 1) / 2;
}
__device__ u64 ragged_size(u64 place, u64 groups, u64 rows) {
  u64 single = groups >= 4 && rows > 0 ? 1 : 0, shared = rows - single, all = ragged_parts(groups, groups);
  if (single == 1 && place == 1) return 1;
  return shared * ragged_parts(place + 1, groups) / all - shared * ragged_parts(place, groups) / all;
}
/// Where groups of rows end, so many of them.
extern "C" __global__ void ends_i32(u32* to, i64 count, u64 seed, u64 stream, u64 slices) {
  EACH(i) {
    u64 end = 0;
    for (u64 g = 0; g <= (u64)i; ++g) end += ragged_size(shuffled(seed, stream, g, (u64)count), (u64)count, slices - 1);
    to[i] = (u32)end;
  }
}

extern "C" __global__ void fill_32(u32* to, i64 count, u64 pattern) {
  EACH(i) to[i] = (u32)pattern;
}
extern "C" __global__ void fill_16(u16* to, i64 count, u64 pattern) {
  EACH(i) to[i] = (u16)pattern;
}

/// Tallies of a buffer, and of the distance to another of the same size.
struct Found {
  u64 poison, nan, identical;
  u64 largest;  // bits of a double from 0: they compare as it does
  u64 at;       // of the largest difference; the lowest element that has it
};

struct F32 {
  typedef u32 Bits;
  static __device__ u32 load(const u32* from, i64 i) { return from[i]; }
  static __device__ float number(u32 bits) { return __uint_as_float(bits); }
};
struct F16 {
  typedef u16 Bits;
  static __device__ u16 load(const u16* from, i64 i) { return from[i]; }
  static __device__ float number(u16 bits) { return from_f16(bits); }
};
struct Bf16 {
  typedef u16 Bits;
  static __device__ u16 load(const u16* from, i64 i) { return from[i]; }
  static __device__ float number(u16 bits) { return __uint_as_float((u32)bits << 16); }
};

struct I8 {
  typedef unsigned char Bits;
  static __device__ Bits load(const Bits* from, i64 i) { return from[i]; }
  static __device__ float number(Bits bits) { return (float)(signed char)bits; }
};
struct I32 {
  typedef u32 Bits;
  static __device__ Bits load(const Bits* from, i64 i) { return from[i]; }
  static __device__ float number(Bits bits) { return (float)(int)bits; }
};
struct I4 {
  typedef unsigned char Bits;
  static __device__ Bits load(const Bits* from, i64 i) { return from[i / 2] >> (i % 2 * 4) & 15; }
  static __device__ float number(Bits bits) { return (float)((bits ^ 8) - 8); }
};

__device__ double distance(float a, float b) {
  bool a_nan = a != a, b_nan = b != b;
  if (a_nan && b_nan) return 0;
  if (a_nan || b_nan) return __longlong_as_double(0x7FF0000000000000ll);
  return a == b ? 0 : fabs((double)a - (double)b);
}

template <class T>
__device__ void scan(const typename T::Bits* here, const typename T::Bits* there, i64 count, u64 poison, Found* found) {
  u64 poisoned = 0, nan = 0, identical = 0, largest = 0;
  EACH(i) {
    typename T::Bits a = T::load(here, i), b = T::load(there, i);
    float value = T::number(a);
    poisoned += a == poison;
    nan += value != value;
    identical += a == b;
    u64 bits = a == b ? 0 : (u64)__double_as_longlong(distance(value, T::number(b)));
    if (bits > largest) largest = bits;
  }
  if (poisoned) atomicAdd(&found->poison, poisoned);
  if (nan) atomicAdd(&found->nan, nan);
  if (identical) atomicAdd(&found->identical, identical);
  if (largest) atomicMax(&found->largest, largest);
}

template <class T>
__device__ void seek(const typename T::Bits* here, const typename T::Bits* there, i64 count, Found* found) {
  u64 largest = found->largest;
  EACH(i) {
    typename T::Bits a = T::load(here, i), b = T::load(there, i);
    if (a != b && (u64)__double_as_longlong(distance(T::number(a), T::number(b))) == largest) {
      atomicMin(&found->at, (u64)i);
      return;  // later ones of this thread are higher
    }
  }
}

extern "C" __global__ void scan_f32(const u32* here, const u32* there, i64 count, u64 poison, Found* found) {
  scan<F32>(here, there, count, poison, found);
}
extern "C" __global__ void scan_f16(const u16* here, const u16* there, i64 count, u64 poison, Found* found) {
  scan<F16>(here, there, count, poison, found);
}
extern "C" __global__ void scan_bf16(const u16* here, const u16* there, i64 count, u64 poison, Found* found) {
  scan<Bf16>(here, there, count, poison, found);
}
extern "C" __global__ void scan_i8(const unsigned char* here, const unsigned char* there, i64 count, u64 poison,
                                   Found* found) {
  scan<I8>(here, there, count, poison, found);
}
extern "C" __global__ void scan_i32(const u32* here, const u32* there, i64 count, u64 poison, Found* found) {
  scan<I32>(here, there, count, poison, found);
}
extern "C" __global__ void scan_i4(const unsigned char* here, const unsigned char* there, i64 count, u64 poison,
                                   Found* found) {
  scan<I4>(here, there, count, poison, found);
}
extern "C" __global__ void seek_f32(const u32* here, const u32* there, i64 count, Found* found) {
  seek<F32>(here, there, count, found);
}
extern "C" __global__ void seek_f16(const u16* here, const u16* there, i64 count, Found* found) {
  seek<F16>(here, there, count, found);
}
extern "C" __global__ void seek_bf16(const u16* here, const u16* there, i64 count, Found* found) {
  seek<Bf16>(here, there, count, found);
}

extern "C" __global__ void seek_i8(const unsigned char* here, const unsigned char* there, i64 count, Found* found) {
  seek<I8>(here, there, count, found);
}
extern "C" __global__ void seek_i32(const u32* here, const u32* there, i64 count, Found* found) {
  seek<I32>(here, there, count, found);
}
extern "C" __global__ void seek_i4(const unsigned char* here, const unsigned char* there, i64 count, Found* found) {
  seek<I4>(here, there, count, found);
}

extern "C" __global__ void gather_32(const u32* from, const i64* indices, i64 count, u32* to) {
  EACH(i) to[i] = from[indices[i]];
}
extern "C" __global__ void gather_16(const u16* from, const i64* indices, i64 count, u16* to) {
  EACH(i) to[i] = from[indices[i]];
}

extern "C" __global__ void gather_8(const unsigned char* from, const i64* indices, i64 count, unsigned char* to) {
  EACH(i) to[i] = from[indices[i]];
}
/// A byte an element, its sign in all upper bits.
extern "C" __global__ void gather_4(const unsigned char* from, const i64* indices, i64 count, unsigned char* to) {
  EACH(i) to[i] = (unsigned char)((I4::load(from, indices[i]) ^ 8) - 8);
}

/// Reads a buffer of zeros that nobody writes: what the cache holds afterwards is clean, and none of it is of use.
extern "C" __global__ void flush(const uint4* from, i64 count, u32* sink) {
  u32 sum = 0;
  EACH(i) {
    uint4 four = from[i];
    sum |= four.x | four.y | four.z | four.w;
  }
  if (sum != 0) *sink = sum;  // never: but the compiler cannot know
}

/// The first block runs on the first multiprocessor: two of these tell how fast it was clocked in between.
struct Stamp {
  u64 cycles, time;
};
extern "C" __global__ void stamp(Stamp* to) {
  if (threadIdx.x != 0) return;
  u64 time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  to->cycles = (u64)clock64();
  to->time = time;
}
