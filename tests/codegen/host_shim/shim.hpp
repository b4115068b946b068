// Enough of CUDA for g++: every thread of a block is a fiber, and all take turns from one barrier or exchange to the
// next. It shows what a kernel computes, not how fast.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <ucontext.h>
#include <vector>

#define __device__
#define __global__
#define __forceinline__ inline
#define __noinline__
#define __launch_bounds__(...)
#define __shared__ static

struct uint2 {
  unsigned x, y;
};
struct uint4 {
  unsigned x, y, z, w;
};
struct Three {
  unsigned x = 0, y = 0, z = 0;
};
inline Three threadIdx, blockIdx, gridDim, blockDim;
inline uint4 dynamic_shared[256 * 1024 / 16];

inline float __uint_as_float(unsigned bits) {
  float x;
  std::memcpy(&x, &bits, 4);
  return x;
}
inline unsigned __float_as_uint(float x) {
  unsigned bits;
  std::memcpy(&bits, &x, 4);
  return bits;
}
/// Shared memory's addresses have 32 bits: all of it lies near dynamic_shared.
inline std::size_t __cvta_generic_to_shared(const void* p) {
  return static_cast<std::size_t>(static_cast<const char*>(p) - reinterpret_cast<const char*>(dynamic_shared));
}
inline char* shim_shared(unsigned address) {
  return reinterpret_cast<char*>(dynamic_shared) + static_cast<int>(address);
}
inline float __fdividef(float a, float b) {
  return a / b;
}
inline float rsqrtf(float x) {
  return 1.0f / sqrtf(x);
}
template <class T>
T __ldcs(const T* p) {
  return *p;
}
template <class T>
void __stcs(T* p, T x) {
  *p = x;
}

/// What the two half instructions do.
inline float shim_from_f16(unsigned short bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double x = exponent == 0    ? std::ldexp(fraction, -24)
             : exponent == 31 ? (fraction != 0 ? NAN : INFINITY)
                              : std::ldexp(1024 + fraction, exponent - 25);
  return static_cast<float>((bits & 0x8000) != 0 ? -x : x);
}
inline unsigned short shim_to_f16(float x) {
  const unsigned short sign = std::signbit(x) ? 0x8000 : 0;
  const double a = std::fabs(static_cast<double>(x));
  if (std::isnan(x)) return sign | 0x7E00;
  if (a >= 65520) return sign | 0x7C00;
  const int power = a < 0x1p-14 ? -14 : std::ilogb(a);
  const double steps = std::nearbyint(std::ldexp(a, 10 - power));  // a carry moves on to the next exponent by itself
  return static_cast<unsigned short>(
      sign | static_cast<unsigned short>(steps + (power == -14 && a < 0x1p-14 ? 0.0 : (power + 14) * 1024.0)));
}

namespace shim {

struct Fiber {
  ucontext_t context;
  std::vector<char> stack;
  bool done = true;
};
inline std::vector<Fiber> fibers;
inline ucontext_t scheduler;
inline int current = 0;
inline const std::function<void()>* body = nullptr;
inline std::uint64_t exchange[1024];
inline unsigned running = 0, waiting = 0, rounds = 0;  // threads, threads at a barrier, barriers passed

[[gnu::noinline]] inline void yield() {
  swapcontext(&fibers[current].context, &scheduler);
}

inline void enter() {
  (*body)();
  fibers[current].done = true;
  --running;
  yield();
}

/// One block: its threads run by turns until all are done.
inline void block(int threads, const std::function<void()>& work) {
  if (fibers.size() < static_cast<std::size_t>(threads)) fibers.resize(threads);
  body = &work;
  running = static_cast<unsigned>(threads);
  waiting = 0;
  for (int t = 0; t < threads; ++t) {
    Fiber& fiber = fibers[t];
    if (fiber.stack.empty()) fiber.stack.resize(64 * 1024);
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = fiber.stack.data();
    fiber.context.uc_stack.ss_size = fiber.stack.size();
    fiber.context.uc_link = nullptr;
    fiber.done = false;
    makecontext(&fiber.context, enter, 0);
  }
  for (bool alive = true; alive;) {
    alive = false;
    for (current = 0; current < threads; ++current) {
      if (fibers[current].done) continue;
      threadIdx.x = current;
      swapcontext(&scheduler, &fibers[current].context);
      alive = alive || !fibers[current].done;
    }
  }
}

inline void launch(long long blocks, int threads, bool barriers, const std::function<void()>& work) {
  gridDim.x = static_cast<unsigned>(blocks);
  blockDim.x = static_cast<unsigned>(threads);
  for (long long b = 0; b < blocks; ++b) {
    blockIdx.x = static_cast<unsigned>(b);
    if (barriers) {
      block(threads, work);
    } else {
      for (int t = 0; t < threads; ++t) {
        threadIdx.x = t;
        work();
      }
    }
  }
}

constexpr std::size_t guard = 256;

/// A buffer with a pattern on both sides, filled from a file if there is one, else with poison.
struct Buffer {
  std::vector<uint4> storage;
  std::size_t bytes;
  std::string file;
  Buffer(std::size_t size, std::string path)
      : storage(size / 16 + 1 + 2 * guard / 16), bytes(size), file(std::move(path)) {
    std::memset(storage.data(), 0xA5, storage.size() * 16);
    std::memset(data(), 0xFF, bytes);
    if (std::FILE* in = std::fopen(file.c_str(), "rb")) {
      if (std::fread(data(), 1, bytes, in) != bytes) std::exit(3);
      std::fclose(in);
    }
  }
  char* data() { return reinterpret_cast<char*>(storage.data()) + guard; }
  void save() {
    const auto* all = reinterpret_cast<const unsigned char*>(storage.data());
    for (std::size_t i = 0; i < storage.size() * 16; ++i) {
      if ((i < guard || i >= guard + bytes) && all[i] != 0xA5) {
        std::fprintf(stderr, "%s: written outside, at byte %zd of %zu\n", file.c_str(),
                     static_cast<ssize_t>(i) - static_cast<ssize_t>(guard), bytes);
        std::exit(4);
      }
    }
    std::FILE* out = std::fopen(file.c_str(), "wb");
    std::fwrite(data(), 1, bytes, out);
    std::fclose(out);
  }
};

}  // namespace shim

/// Warps come here after different numbers of turns: each waits for all that have not returned.
inline void __syncthreads() {
  const unsigned round = shim::rounds;
  ++shim::waiting;
  while (round == shim::rounds) {
    if (shim::waiting >= shim::running) {
      shim::waiting = 0;
      ++shim::rounds;
    } else {
      shim::yield();
    }
  }
}
/// Whether any thread of the block says so.
inline int shim_said[1024];
inline int __syncthreads_or(int said) {
  shim_said[threadIdx.x] = said;
  shim::yield();
  int any = 0;
  for (unsigned t = 0; t < blockDim.x; ++t) any |= shim_said[t];
  shim::yield();
  return any;
}
/// Threads take turns, so that nobody comes between.
template <class T>
T atomicAdd(T* to, T more) {
  const T before = *to;
  *to = before + more;
  return before;
}
template <class T>
T exchanged(T x, unsigned with) {
  static_assert(sizeof(T) <= sizeof(std::uint64_t));
  std::memcpy(&shim::exchange[threadIdx.x], &x, sizeof x);
  shim::yield();
  T other;
  std::memcpy(&other, &shim::exchange[with], sizeof other);
  shim::yield();
  return other;
}
template <class T>
T __shfl_xor_sync(unsigned, T x, int apart) {
  return exchanged(x, threadIdx.x ^ static_cast<unsigned>(apart));
}
inline int atomicAdd(int* to, int more) {
  const int before = *to;
  *to += more;
  return before;
}
template <class T>
T __shfl_up_sync(unsigned, T x, int apart) {
  const unsigned lane = threadIdx.x % 32, lower = static_cast<unsigned>(apart);
  return exchanged(x, lane < lower ? threadIdx.x : threadIdx.x - lower);
}
inline unsigned __ballot_sync(unsigned, bool yes) {
  shim::exchange[threadIdx.x] = yes ? 1 : 0;
  shim::yield();
  unsigned all = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (shim::exchange[threadIdx.x / 32 * 32 + lane] != 0) all |= 1u << lane;
  }
  shim::yield();
  return all;
}
inline int __ffs(int bits) {
  return __builtin_ffs(bits);
}
template <class T>
T __shfl_sync(unsigned, T x, int lane) {
  return exchanged(x, threadIdx.x / 32 * 32 + static_cast<unsigned>(lane));
}

/// An asynchronous copy, made at once: `there` bytes come, zeros follow.
inline void shim_copy(unsigned to, const void* from, int bytes, int there) {
  std::memset(shim_shared(to), 0, static_cast<std::size_t>(bytes));
  if (there > 0) std::memcpy(shim_shared(to), from, static_cast<std::size_t>(there));
}

/// What each thread gives to its warp's instruction; `yield` is where all have given it, and where all have read it.
inline unsigned shim_given[1024][6];

/// ldmatrix: lanes 8 i to 8 i + 7 name the lines of matrix i; a lane gets two neighbours of a line, or of a column.
inline void shim_load_matrices(unsigned address, unsigned (&m)[4], bool turned) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x - lane;
  shim_given[threadIdx.x][0] = address;
  shim::yield();
  for (unsigned i = 0; i < 4; ++i) {
    unsigned short pair[2];
    for (unsigned e = 0; e < 2; ++e) {
      const unsigned line = turned ? lane % 4 * 2 + e : lane / 4, place = turned ? lane / 4 : lane % 4 * 2 + e;
      std::memcpy(&pair[e], shim_shared(shim_given[warp + i * 8 + line][0]) + place * 2, 2);
    }
    m[i] = pair[0] | static_cast<unsigned>(pair[1]) << 16;
  }
  shim::yield();
}

inline float shim_from_bf16(unsigned short bits) {
  return __uint_as_float(static_cast<unsigned>(bits) << 16);
}

/// mma.sync of 16 x 16 by 16 x 8: where each element lies is told by PTX ISA, "Matrix Fragments for mma.m16n8k16".
inline void shim_multiply_add(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1,
                              float (*number)(unsigned short)) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x - lane;
  for (unsigned i = 0; i < 4; ++i) shim_given[threadIdx.x][i] = a[i];
  shim_given[threadIdx.x][4] = b0;
  shim_given[threadIdx.x][5] = b1;
  shim::yield();
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned row = lane / 4 + i / 2 * 8, column = lane % 4 * 2 + i % 2;
    double sum = d[i];
    for (unsigned k = 0; k < 16; ++k) {
      const unsigned part = k % 8 / 2, half = k % 2 * 16;
      const unsigned left = shim_given[warp + row % 8 * 4 + part][row / 8 + k / 8 * 2] >> half;
      const unsigned right = shim_given[warp + column * 4 + part][4 + k / 8] >> half;
      sum +=
          static_cast<double>(number(static_cast<unsigned short>(left))) * number(static_cast<unsigned short>(right));
    }
    d[i] = static_cast<float>(sum);
  }
  shim::yield();
}

/// The bytes of both words that a selector names, its lowest digit first.
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long both = x | static_cast<unsigned long long>(y) << 32;
  unsigned out = 0;
  for (unsigned i = 0; i < 4; ++i) out |= static_cast<unsigned>(both >> (selector >> 4 * i & 7) * 8 & 0xFF) << 8 * i;
  return out;
}
inline unsigned shim_subtract_f16(unsigned x, unsigned y) {
  unsigned out = 0;
  for (unsigned at = 0; at < 32; at += 16) {
    const float one = shim_from_f16(static_cast<unsigned short>(x >> at));
    out |= unsigned{shim_to_f16(one - shim_from_f16(static_cast<unsigned short>(y >> at)))} << at;
  }
  return out;
}
/// What a kernel asks of it is a whole number that bf16 holds.
inline unsigned shim_multiply_add_bf16(unsigned x, unsigned y, unsigned z) {
  const auto number = [](unsigned of, unsigned at) { return shim_from_bf16(static_cast<unsigned short>(of >> at)); };
  unsigned out = 0;
  for (unsigned at = 0; at < 32; at += 16) {
    const unsigned bits = __float_as_uint(number(x, at) * number(y, at) + number(z, at));
    if ((bits & 0xFFFF) != 0) std::abort();
    out |= bits >> 16 << at;
  }
  return out;
}
