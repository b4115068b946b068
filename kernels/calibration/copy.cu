// Copy: out = a. The road when reads and writes are equal.
// Bytes an element: 4 read, 4 written.
// Launch: 256 threads a block, a vector of 16 bytes a thread and tensor; n is a multiple of 4096.
extern "C" __global__ void __launch_bounds__(256) calibrate_copy(const f32* __restrict__ a, f32* __restrict__ out, const i64 n) {
  constexpr int width = 4, threads = 256;
  const i64 i = (i64(blockIdx.x) * threads + threadIdx.x) * width;
  if (i + width > n) return;
  store(out + i, load<width>(a + i));
}
