// Two to one: out = a + b. The road of an op with two full operands.
// Bytes an element: 8 read, 4 written.
// Launch: 256 threads a block, a vector of 16 bytes a thread and tensor; n is a multiple of 4096.
extern "C" __global__ void __launch_bounds__(256) calibrate_mix_2_1(
    const f32* __restrict__ a, const f32* __restrict__ b, f32* __restrict__ out, const i64 n) {
  constexpr int width = 4, threads = 256;
  const i64 i = (i64(blockIdx.x) * threads + threadIdx.x) * width;
  if (i + width > n) return;
  const Vec<f32, width> va = load<width>(a + i), vb = load<width>(b + i);
  Vec<f32, width> sum;
#pragma unroll
  for (int e = 0; e < width; ++e) sum[e] = va[e] + vb[e];
  store(out + i, sum);
}
