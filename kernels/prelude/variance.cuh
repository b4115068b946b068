// The variance of a row in one sweep (Welford), and of parts that lie in several threads (Chan): no square of a number
// is ever taken that is not a distance from the mean.
struct Variance {
  f32 count = 0.0f, mean = 0.0f, distances = 0.0f;  ///< so far; the last: the sum of squared distances from the mean

  __device__ __forceinline__ void add(f32 x) {
    count += 1.0f;
    const f32 before = x - mean;
    mean += before / count;
    distances += before * (x - mean);
  }

  __device__ __forceinline__ void join(const Variance& other) {
    const f32 all = count + other.count;
    if (all == 0.0f) return;
    const f32 apart = other.mean - mean, share = other.count / all;
    mean += apart * share;
    distances += other.distances + apart * apart * (count * share);
    count = all;
  }
};

/// Over `lanes` neighbouring lanes of a warp, a power of two: every lane gets all of it.
template <int lanes>
__device__ __forceinline__ Variance joined_lanes(Variance part) {
#pragma unroll
  for (int apart = lanes / 2; apart > 0; apart /= 2) {
    Variance other;
    other.count = __shfl_xor_sync(0xFFFFFFFFu, part.count, apart);
    other.mean = __shfl_xor_sync(0xFFFFFFFFu, part.mean, apart);
    other.distances = __shfl_xor_sync(0xFFFFFFFFu, part.distances, apart);
    part.join(other);
  }
  return part;
}

template <int lanes>
__device__ __forceinline__ f32 variance_lanes(const Variance& part) {
  const Variance all = joined_lanes<lanes>(part);
  return all.distances / all.count;
}

/// Over all threads of a block: inside each warp first, then three numbers a warp through shared memory.
template <int threads>
__device__ __forceinline__ f32 variance_block(const Variance& part) {
  static_assert(threads % 32 == 0 && threads <= 1024, "whole warps");
  Variance all = joined_lanes<32>(part);
  if (threads > 32) {
    __shared__ f32 slots[threads / 32][3];
    __syncthreads();  // the slots may still be read from the reduction before
    if (threadIdx.x % 32 == 0) {
      f32* const slot = slots[threadIdx.x / 32];
      slot[0] = all.count, slot[1] = all.mean, slot[2] = all.distances;
    }
    __syncthreads();
    const int warp = threadIdx.x % 32;
    all = Variance();
    if (warp < threads / 32) all.count = slots[warp][0], all.mean = slots[warp][1], all.distances = slots[warp][2];
    all = joined_lanes<32>(all);  // five joins, not one for each warp: each divides
  }
  return all.distances / all.count;
}
