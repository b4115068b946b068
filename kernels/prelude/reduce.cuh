// Reductions over the threads of a warp or of a block: every thread gets the result.
struct Add {
  template <class T>
  __device__ __forceinline__ T operator()(T a, T b) const {
    return a + b;
  }
};

/// The larger one; NaN if either is.
struct Larger {
  __device__ __forceinline__ f32 operator()(f32 a, f32 b) const { return a > b || a != a ? a : b; }
};

/// Over `lanes` neighbouring lanes of a warp, a power of two: log2(lanes) exchanges, no shared memory.
template <int lanes, class T, class Join>
__device__ __forceinline__ T reduce_lanes(T x, Join join) {
#pragma unroll
  for (int apart = lanes / 2; apart > 0; apart /= 2) x = join(x, __shfl_xor_sync(0xFFFFFFFFu, x, apart));
  return x;
}

/// Over all threads of a block: inside each warp first, then one number a warp through `slots` in shared memory.
template <int threads, class T, class Join>
__device__ __forceinline__ T reduce_block(T x, Join join) {
  static_assert(threads % 32 == 0 && threads <= 1024, "whole warps");
  x = reduce_lanes<32>(x, join);
  if (threads == 32) return x;
  __shared__ T slots[threads / 32];
  __syncthreads();  // the slots may still be read from the reduction before
  if (threadIdx.x % 32 == 0) slots[threadIdx.x / 32] = x;
  __syncthreads();
  x = slots[0];
#pragma unroll
  for (int warp = 1; warp < threads / 32; ++warp) x = join(x, slots[warp]);
  return x;
}
