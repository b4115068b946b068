// A load for what passes through L2 and is not met again there.

/// As load, marked to leave L2 last: what the kernel writes then leaves it first. For a tensor many times larger than L2
/// whose rows are read once while others are written. (rmsnorm of 512 MiB in rows of 4096, 8192 and 32768 f32 on an H200,
/// 2026-11-22: 259 -> 250, 256 -> 251, 261 -> 253 us, with the bytes of DRAM as they were.)
template <int width, class T>
__device__ __forceinline__ Vec<T, width> load_last(const T* from) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  if constexpr (sizeof(Vec<T, width>) == 16) {
    u64 policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
    Vec<T, width> v;
    u32(&words)[4] = reinterpret_cast<u32(&)[4]>(v);
    asm volatile("ld.global.L2::cache_hint.v4.b32 {%0, %1, %2, %3}, [%4], %5;"
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                 : "l"(from), "l"(policy));
    return v;
  }
#endif
  return load<width>(from);
}
