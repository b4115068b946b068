// Six to one: out = a + b + c + d + e + f. The road of a kernel with six full operands.
// Bytes an element: 24 read, 4 written.
// Launch: 256 threads a block, a vector of 16 bytes a thread and tensor; n is a multiple of 4096.
extern "C" __global__ void __launch_bounds__(256) calibrate_mix_6_1(
    const f32* __restrict__ a, const f32* __restrict__ b, const f32* __restrict__ c, const f32* __restrict__ d,
    const f32* __restrict__ e, const f32* __restrict__ f, f32* __restrict__ out, const i64 n) {
  constexpr int width = 4, threads = 256;
  const i64 i = (i64(blockIdx.x) * threads + threadIdx.x) * width;
  if (i + width > n) return;
  const Vec<f32, width> va = load<width>(a + i), vb = load<width>(b + i), vc = load<width>(c + i), vd = load<width>(d + i), ve = load<width>(e + i), vf = load<width>(f + i);
  Vec<f32, width> sum;
#pragma unroll
  for (int e = 0; e < width; ++e) sum[e] = va[e] + vb[e] + vc[e] + vd[e] + ve[e] + vf[e];
  store(out + i, sum);
}
