// The largest entries of rows. An entry and its column are one number of 64 bits, its key: the largest key comes first.

/// An entry as a number that compares as it does: a NaN is above all, 0 and -0 are equal. 0 is no entry.
__device__ __forceinline__ u32 order_of(f32 x) {
  if (x != x) return 0xFFFFFFFFu;
  const u32 bits = __float_as_uint(x + 0.0f);
  return (bits & 0x80000000u) != 0u ? ~bits : bits | 0x80000000u;
}

/// Of equal entries the one of the lower column has the larger key.
__device__ __forceinline__ u64 key_of(u32 order, u32 column) {
  return u64(order) << 32 | (0xFFFFFFFFu - column);
}

__device__ __forceinline__ f32 entry_of(u64 key) {
  const u32 order = u32(key >> 32);
  if (order == 0xFFFFFFFFu) return __uint_as_float(0x7FC00000u);
  return __uint_as_float((order & 0x80000000u) != 0u ? order & 0x7FFFFFFFu : ~order);
}

__device__ __forceinline__ int number_of(u64 key) {
  return int(0xFFFFFFFFu - u32(key));
}

/// Below the key of any entry.
constexpr u64 no_key = 0xFFFFFFFFull;

__device__ __forceinline__ u64 larger_key(u64 a, u64 b) {
  return a > b ? a : b;
}

/// Over the lanes of a warp: every lane gets it.
__device__ __forceinline__ u64 largest_of_warp(u64 key) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  const u32 high = __reduce_max_sync(0xFFFFFFFFu, u32(key >> 32));
  return u64(high) << 32 | __reduce_max_sync(0xFFFFFFFFu, u32(key >> 32) == high ? u32(key) : 0u);
#else
#pragma unroll
  for (int apart = 16; apart > 0; apart /= 2) key = larger_key(key, __shfl_xor_sync(0xFFFFFFFFu, key, apart));
  return key;
#endif
}

/// Over the threads of a block: every thread gets it.
template <int threads>
__device__ __forceinline__ u64 largest_of_block(u64 key) {
  __shared__ u64 slots[threads / 32];
  key = largest_of_warp(key);
  __syncthreads();  // the slots may still be read from the time before
  if (threadIdx.x % 32 == 0) slots[threadIdx.x / 32] = key;
  __syncthreads();
  key = slots[0];
#pragma unroll
  for (int warp = 1; warp < threads / 32; ++warp) key = larger_key(key, slots[warp]);
  return key;
}

/// Where few are asked for: the k largest of the keys that come by, in order. One or two stay in registers; more are
/// looked at in local memory, which the L1 holds: most keys are below the last and go no further.
template <int k>
struct Best {
  u64 keys[k];
  __device__ __forceinline__ Best() {
#pragma unroll
    for (int i = 0; i < k; ++i) keys[i] = no_key;
  }
  __device__ __forceinline__ void add(u64 key) {
    if (key <= keys[k - 1]) return;
    if constexpr (k <= 2) {
      if constexpr (k == 2) keys[1] = key < keys[0] ? key : keys[0];
      keys[0] = larger_key(key, keys[0]);
      return;
    }
    int place = k - 1;
#pragma unroll 1
    for (; place > 0 && keys[place - 1] < key; --place) keys[place] = keys[place - 1];
    keys[place] = key;
  }
  __device__ __forceinline__ void join(const Best& other) {
#pragma unroll
    for (int i = 0; i < k; ++i) add(other.keys[i]);
  }
  /// Those of the lane that is so far `apart`.
  __device__ __forceinline__ Best of_lane(int apart) const {
    Best other;
#pragma unroll
    for (int i = 0; i < k; ++i) other.keys[i] = __shfl_xor_sync(0xFFFFFFFFu, keys[i], apart);
    return other;
  }
};
