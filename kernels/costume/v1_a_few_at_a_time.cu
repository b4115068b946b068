// The costume, version 1: y = gelu(x + b) + r, for each row of 8192 columns. No costume yet.
// Bytes an element: 8 read, 4 written, and the row b again and again from cache: three crossings.
// Launch: a block of 256 threads a row, 32 elements a thread, four at a time.
extern "C" __global__ void __launch_bounds__(256) costume_v1(const f32* __restrict__ x, const f32* __restrict__ b,
                                                             const f32* __restrict__ r, f32* __restrict__ y,
                                                             const i64 columns) {
  constexpr int threads = 256, vectors = 8;  // 256 x 8 x 4 = 8192
  const i64 row = i64(blockIdx.x) * columns;

  // Each turn ends what it began: sixteen values are all that a thread ever holds.
#pragma unroll 1
  for (int u = 0; u < vectors; ++u) {
    const int c = (u * threads + threadIdx.x) * 4;
    const Vec<f32, 4> in = load<4>(x + row + c), bias = load<4>(b + c), more = load<4>(r + row + c);
    Vec<f32, 4> out;
#pragma unroll
    for (int e = 0; e < 4; ++e) out[e] = gelu(in[e] + bias[e]) + more[e];
    store(y + row + c, out);
  }
}
