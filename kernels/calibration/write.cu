// Write: out = 1. The road when nothing is read.
// Bytes an element: 0 read, 4 written.
// Launch: 256 threads a block, a vector of 16 bytes a thread and tensor; n is a multiple of 4096.
extern "C" __global__ void __launch_bounds__(256) calibrate_write(f32* __restrict__ out, const i64 n) {
  constexpr int width = 4, threads = 256;
  const i64 i = (i64(blockIdx.x) * threads + threadIdx.x) * width;
  if (i + width > n) return;
  store(out + i, Vec<f32, width>{{1.0f, 1.0f, 1.0f, 1.0f}});
}
