// Two to one: out = a + b. The road of an op with two full operands.
// Bytes an element: 8 read, 4 written.
// Launch: 256 threads a block, 4 vectors of 16 bytes a thread and tensor; n is a multiple of 4096.
extern "C" __global__ void __launch_bounds__(256) calibrate_mix_2_1(
    const f32* __restrict__ a, const f32* __restrict__ b, f32* __restrict__ out, const i64 n) {
  constexpr int width = 4, vectors = 4, threads = 256;
  const i64 tile = i64(blockIdx.x) * (width * vectors * threads);
  if (tile + width * vectors * threads > n) return;
  Vec<f32, width> va[vectors];
  Vec<f32, width> vb[vectors];
#pragma unroll
  for (int u = 0; u < vectors; ++u) {
    const i64 i = tile + (u * threads + threadIdx.x) * width;
    va[u] = load_streaming<width>(a + i);
    vb[u] = load_streaming<width>(b + i);
  }
#pragma unroll
  for (int u = 0; u < vectors; ++u) {
    const i64 i = tile + (u * threads + threadIdx.x) * width;
    Vec<f32, width> sum;
#pragma unroll
    for (int e = 0; e < width; ++e) sum[e] = va[u][e] + vb[u][e];
    store_streaming(out + i, sum);
  }
}
