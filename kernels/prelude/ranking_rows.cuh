// The largest entries of a row that a warp, or a block, has to itself.

/// Round by round the largest key that is left, by a warp whose lanes hold `own` keys each. 32 of them are written at
/// once, by a lane each.
template <int k, int own, class Put>
__device__ __forceinline__ void rank_in_warp(u64 (&keys)[own], const Put& put) {
  const int lane = threadIdx.x % 32;
  u64 top = keys[0];
#pragma unroll
  for (int i = 1; i < own; ++i) top = larger_key(top, keys[i]);
  u64 mine = no_key;
#pragma unroll 4
  for (int round = 0; round < k; ++round) {
    const u64 first = largest_of_warp(top);
    if (lane == round % 32) mine = first;
    const bool writes = round % 32 == 31 || round + 1 == k;
    if (writes && lane <= round % 32) put(round / 32 * 32 + lane, mine);
    if (top == first && round + 1 < k) {  // keys differ: one lane has it
      top = no_key;
#pragma unroll
      for (int i = 0; i < own; ++i) {
        if (keys[i] == first) keys[i] = no_key;
        top = larger_key(top, keys[i]);
      }
    }
  }
}

/// Sorts `count` keys in shared memory, the largest first; a power of two. All threads of the block take part.
template <int threads>
__device__ __forceinline__ void sort_keys(u64* keys, int count) {
  for (int run = 2; run <= count; run *= 2) {
    for (int apart = run / 2; apart > 0; apart /= 2) {
      __syncthreads();
      for (int i = threadIdx.x; i < count / 2; i += threads) {
        const int a = i / apart * apart * 2 + i % apart, b = a + apart;
        const u64 first = keys[a], second = keys[b];
        if ((first < second) == ((a & run) == 0)) {
          keys[a] = second;
          keys[b] = first;
        }
      }
    }
  }
  __syncthreads();
}

/// The k largest entries of a row that a block walks chunk by chunk. Most entries are below the kth of those before and
/// go no further; the few others meet in shared memory and are sorted there.
template <int threads, int width, int vectors, int k>
class RowRanking {
 public:
  __device__ __forceinline__ RowRanking() : least_(no_key), before_(0) {}

  /// A chunk from column `first` on: thread t has `width` entries from first + (v * threads + t) * width on;
  /// beyond the row's end they are 0.
  __device__ __forceinline__ void take(const u32 (&orders)[vectors][width], i64 first) {
    if (first == 0) raise_least(orders, first);
    int found = gather(orders, first);
    if (found > room) {  // entries that rise: their own kth largest keeps most of them out
      raise_least(orders, first);
      found = gather(orders, first);
    }
    if (found > room) found = one_by_one(orders, first);
    int sorted = 2;
    while (sorted < found) sorted *= 2;
    for (int i = found + threadIdx.x; i < sorted; i += threads) keys()[i] = no_key;
    sort_keys<threads>(keys(), sorted);
    before_ = found < k ? found : k;
    if (before_ == k) least_ = keys()[k - 1];
  }
  /// The nth, from 0 on, when the last chunk has been taken.
  __device__ __forceinline__ u64 at(int n) const { return keys()[n]; }

 private:
  // Of rows that rise, or that are all of one number, `width` times `of_group` columns side by side are a group's.
  static constexpr int groups = 128, of_group = threads / groups, room = threads < 256 ? 1024 : 4 * threads;

  __device__ static __forceinline__ u64* keys() {
    __shared__ u64 keys[room];
    return keys;
  }
  __device__ static __forceinline__ u64 key(const u32 (&orders)[vectors][width], i64 first, int v, int e) {
    return key_of(orders[v][e], u32(first + (i64(v) * threads + threadIdx.x) * width + e));
  }

  /// At least k entries of the chunk are as large as the kth of the largest ones of its groups: what is below is none
  /// of the row's k largest.
  __device__ __forceinline__ void raise_least(const u32 (&orders)[vectors][width], i64 first) {
    __shared__ u64 tops[groups];
    u64 top = no_key;
#pragma unroll
    for (int i = 0; i < vectors * width; ++i) {
      top = larger_key(top, key(orders, first, i / width, i % width));
    }
#pragma unroll
    for (int apart = of_group / 2; apart > 0; apart /= 2) {
      top = larger_key(top, __shfl_xor_sync(0xFFFFFFFFu, top, apart));
    }
    __syncthreads();
    if (threadIdx.x % of_group == 0) tops[threadIdx.x / of_group] = top;
    sort_keys<threads>(tops, groups);
    if (tops[k - 1] > no_key) least_ = larger_key(least_, tops[k - 1] - 1);
  }

  /// Puts the chunk's keys above the least behind those of before; how many there are together, of which `room` have a
  /// place.
  __device__ __forceinline__ int gather(const u32 (&orders)[vectors][width], i64 first) {
    __shared__ int count;
    __syncthreads();
    if (threadIdx.x == 0) count = before_;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < vectors * width; ++i) {
      const u64 own = key(orders, first, i / width, i % width);
      if (own <= least_) continue;
      const int place = atomicAdd(&count, 1);
      if (place < room) keys()[place] = own;
    }
    __syncthreads();
    return count;
  }

  /// Of a chunk most of whose largest entries are one group's: k times the largest below the one before.
  __device__ __forceinline__ int one_by_one(const u32 (&orders)[vectors][width], i64 first) {
    u64 last = ~0ull;
    for (int n = 0; n < k; ++n) {
      u64 top = no_key;
#pragma unroll
      for (int i = 0; i < vectors * width; ++i) {
        const u64 own = key(orders, first, i / width, i % width);
        if (own < last) top = larger_key(top, own);
      }
      last = largest_of_block<threads>(top);
      if (threadIdx.x == 0) keys()[before_ + n] = last;
    }
    return before_ + k;
  }

  u64 least_;
  int before_;
};
