// Combine, version 2: y[i[j]] += v[j]. v is [entries, columns].
// Bytes an element: 4 read of v, 4 written of y; and each row of y reads the whole table.
// New here: a row of y looks through the table for its own number and adds what it finds, in the order of the table: no
// atomics, no zeros beforehand, and the same bits in every run. But all rows read all of the table.
// Launch: a block of 256 threads a row of y.
extern "C" __global__ void __launch_bounds__(256)
    combine_v2(const f32* __restrict__ v, const int* __restrict__ i, f32* __restrict__ y, const i64 columns,
               const i64 entries) {
  constexpr int most = 4;  // vectors of a thread: rows of up to 4096
  const int row = blockIdx.x;
  Vec<f32, 4> sum[most] = {};
  __shared__ int found[256];
  for (i64 first = 0; first < entries; first += 256) {
    const i64 own = first + threadIdx.x;
    const int hit = own < entries && i[own] == row;
    __syncthreads();  // all have read what was found before
    found[threadIdx.x] = hit;
    if (__syncthreads_or(hit) == 0) continue;
    for (int j = 0; j < 256; ++j) {
      if (found[j] == 0) continue;
#pragma unroll
      for (int u = 0; u < most; ++u) {
        const i64 c = (u * 256 + threadIdx.x) * 4;
        if (c >= columns) break;
        const Vec<f32, 4> more = load<4>(v + (first + j) * columns + c);
#pragma unroll
        for (int e = 0; e < 4; ++e) sum[u][e] += more[e];
      }
    }
  }
#pragma unroll
  for (int u = 0; u < most; ++u) {
    const i64 c = (u * 256 + threadIdx.x) * 4;
    if (c < columns) store(y + row * columns + c, sum[u]);
  }
}
