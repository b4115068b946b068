// Write: out = 1. The road when nothing is read.
// Bytes an element: 0 read, 4 written.
// Launch: 256 threads a block, 4 vectors of 16 bytes a thread and tensor; n is a multiple of 4096.
extern "C" __global__ void __launch_bounds__(256) calibrate_write(f32* __restrict__ out, const i64 n) {
  constexpr int width = 4, vectors = 4, threads = 256;
  const i64 tile = i64(blockIdx.x) * (width * vectors * threads);
  if (tile + width * vectors * threads > n) return;
  const Vec<f32, width> ones{{1.0f, 1.0f, 1.0f, 1.0f}};
#pragma unroll
  for (int u = 0; u < vectors; ++u) {
    const i64 i = tile + (u * threads + threadIdx.x) * width;
    store_streaming(out + i, ones);
  }
}
