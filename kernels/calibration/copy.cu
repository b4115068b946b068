// Copy: out = a. The road when reads and writes are equal.
// Bytes an element: 4 read, 4 written.
// Launch: 256 threads a block, 4 vectors of 16 bytes a thread and tensor; n is a multiple of 4096.
extern "C" __global__ void __launch_bounds__(256) calibrate_copy(const f32* __restrict__ a, f32* __restrict__ out, const i64 n) {
  constexpr int width = 4, vectors = 4, threads = 256;
  const i64 tile = i64(blockIdx.x) * (width * vectors * threads);
  if (tile + width * vectors * threads > n) return;
  Vec<f32, width> va[vectors];
#pragma unroll
  for (int u = 0; u < vectors; ++u) {
    const i64 i = tile + (u * threads + threadIdx.x) * width;
    va[u] = load_streaming<width>(a + i);
  }
#pragma unroll
  for (int u = 0; u < vectors; ++u) {
    const i64 i = tile + (u * threads + threadIdx.x) * width;
    store_streaming(out + i, va[u]);
  }
}
