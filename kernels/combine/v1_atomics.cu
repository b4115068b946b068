// Combine, version 1: y[i[j]] += v[j]: row j of v is added to the row of y that the table names. v is [entries, columns].
// Bytes an element of v: 4 read, and an addition that L2 makes on y.
// New here: nothing. Atomic additions may come in any order, and sums of floats depend on it: two runs may differ in the
// last bits.
// Launch: a block of 256 threads 1024 elements of a row of y, then of v.
extern "C" __global__ void __launch_bounds__(256)
    combine_v1_zero(f32* __restrict__ y, const i64 columns, const i64 parts) {
  const i64 row = blockIdx.x / parts, c = (blockIdx.x % parts * 256 + threadIdx.x) * 4;
  if (c < columns) store(y + row * columns + c, Vec<f32, 4>{});
}

extern "C" __global__ void __launch_bounds__(256)
    combine_v1_add(const f32* __restrict__ v, const int* __restrict__ i, f32* __restrict__ y, const i64 columns,
                   const i64 parts) {
  const i64 entry = blockIdx.x / parts, c = (blockIdx.x % parts * 256 + threadIdx.x) * 4;
  if (c >= columns) return;
  const Vec<f32, 4> more = load<4>(v + entry * columns + c);
  f32* const to = y + i64(i[entry]) * columns + c;
#pragma unroll
  for (int e = 0; e < 4; ++e) atomicAdd(to + e, more[e]);
}
