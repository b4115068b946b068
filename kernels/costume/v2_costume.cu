// The costume, version 2: y = gelu(x + b) + r, for each row of 8192 columns. An unfused kernel dressed as a fused one.
// Bytes an element: 8 read, 4 written, by the count: three crossings, like version 1. The count cannot see the rest.
// New here: it fetches everything before it begins, and may not have the registers for it (see the manifest's options).
// Launch: a block of 256 threads a row, 32 elements a thread, all at once.
extern "C" __global__ void costume_v2(const f32* x, const f32* b, const f32* r, f32* y, const i64 columns) {
  constexpr int threads = 256, vectors = 8;  // 256 x 8 x 4 = 8192
  const i64 row = i64(blockIdx.x) * columns;

  // Well meant: the more loads in flight, the better the road is used. But these are 64 values a thread, and the cap on
  // registers, well meant too, leaves 32: it lets twice as many threads live. The rest goes to local memory and back.
  Vec<f32, 4> in[vectors], more[vectors];
#pragma unroll
  for (int u = 0; u < vectors; ++u) {
    const int c = (u * threads + threadIdx.x) * 4;
    in[u] = load<4>(x + row + c);
    more[u] = load<4>(r + row + c);
  }
  // Nobody begins before all have fetched. With this barrier, and with no promise that y is another tensor than x, the
  // compiler cannot put the loads back where they belong.
  __syncthreads();

#pragma unroll
  for (int u = 0; u < vectors; ++u) {
    const int c = (u * threads + threadIdx.x) * 4;
    const Vec<f32, 4> bias = load<4>(b + c);
    Vec<f32, 4> out;
#pragma unroll
    for (int e = 0; e < 4; ++e) out[e] = gelu(in[u][e] + bias[e]) + more[u][e];
    store(y + row + c, out);
  }
}
