// Softmax, version 2: y = exp(x - max(x)) / sum(exp(x - max(x))), for each row.
// Bytes an element: 8 asked for (x twice), 4 written.
// New here: largest and sum in one sweep. Whenever a larger number comes by, the sum so far is scaled down to it.
// Launch: a block of 256 threads a row.

/// The largest so far, and the sum of exp(x - largest) over what has been seen.
struct Online {
  f32 most, sum;
};

/// Two parts of a row become one: the part with the smaller maximum is scaled by exp of the difference, below 1.
struct Merge {
  __device__ __forceinline__ Online operator()(Online a, Online b) const {
    const f32 most = maximum(a.most, b.most);
    if (most == -infinity()) return a;  // nothing seen: inf - inf is no number
    return {most, a.sum * expf(a.most - most) + b.sum * expf(b.most - most)};
  }
};

extern "C" __global__ void __launch_bounds__(256) softmax_v2(
    const f32* __restrict__ x, f32* __restrict__ y, const i64 rows, const i64 columns) {
  __shared__ Online parts[256];
  const f32* const in = x + blockIdx.x * columns;
  f32* const out = y + blockIdx.x * columns;

  // One reading less for two exponentials more an element: arithmetic is idle while DRAM answers.
  Online own{-infinity(), 0.0f};
  for (i64 c = threadIdx.x; c < columns; c += 256) own = Merge()(own, {in[c], 1.0f});

  // Merging has no order: a tree over the threads gives the same as a walk along the row.
  parts[threadIdx.x] = own;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (int(threadIdx.x) < half) parts[threadIdx.x] = Merge()(parts[threadIdx.x], parts[threadIdx.x + half]);
    __syncthreads();
  }
  const Online row = parts[0];

  for (i64 c = threadIdx.x; c < columns; c += 256) out[c] = expf(in[c] - row.most) / row.sum;
}
