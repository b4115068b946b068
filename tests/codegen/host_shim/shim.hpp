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
inline std::size_t __cvta_generic_to_shared(const void* p) {
  return reinterpret_cast<std::size_t>(p);
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
inline double exchange[1024];

[[gnu::noinline]] inline void yield() {
  swapcontext(&fibers[current].context, &scheduler);
}

inline void enter() {
  (*body)();
  fibers[current].done = true;
  yield();
}

/// One block: its threads run by turns until all are done.
inline void block(int threads, const std::function<void()>& work) {
  if (fibers.size() < static_cast<std::size_t>(threads)) fibers.resize(threads);
  body = &work;
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

inline void __syncthreads() {
  shim::yield();
}
template <class T>
T exchanged(T x, unsigned with) {
  shim::exchange[threadIdx.x] = static_cast<double>(x);
  shim::yield();
  const T other = static_cast<T>(shim::exchange[with]);
  shim::yield();
  return other;
}
template <class T>
T __shfl_xor_sync(unsigned, T x, int apart) {
  return exchanged(x, threadIdx.x ^ static_cast<unsigned>(apart));
}
template <class T>
T __shfl_sync(unsigned, T x, int lane) {
  return exchanged(x, threadIdx.x / 32 * 32 + static_cast<unsigned>(lane));
}
