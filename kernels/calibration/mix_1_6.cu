// One to six: out = out2 = out3 = out4 = out5 = out6 = a. The road of six functions of one tensor.
// Bytes an element: 4 read, 24 written.
// Launch: 256 threads a block, a vector of 16 bytes a thread and tensor; n is a multiple of 4096.
extern "C" __global__ void __launch_bounds__(256) calibrate_mix_1_6(
    const f32* __restrict__ a, f32* __restrict__ out, f32* __restrict__ out2, f32* __restrict__ out3,
    f32* __restrict__ out4, f32* __restrict__ out5, f32* __restrict__ out6, const i64 n) {
  constexpr int width = 4, threads = 256;
  const i64 i = (i64(blockIdx.x) * threads + threadIdx.x) * width;
  if (i + width > n) return;
  const Vec<f32, width> va = load<width>(a + i);
  store(out + i, va);
  store(out2 + i, va);
  store(out3 + i, va);
  store(out4 + i, va);
  store(out5 + i, va);
  store(out6 + i, va);
}
