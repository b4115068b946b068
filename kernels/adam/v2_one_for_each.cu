// Adam, version 2: the whole step in one kernel, which is started once for each tensor.
// Bytes an element: 16 read, 12 written: 7 crossings, each of a small tensor.
// New here: what version 1 hands from kernel to kernel stays in registers. It is as many launches as there are tensors.
// Launch: once a tensor, blocks of 256 threads, four elements a thread. `tensor` is its number.
extern "C" __global__ void __launch_bounds__(256)
    adam_v2(const f32* __restrict__ p, const f32* __restrict__ g, const f32* __restrict__ m, const f32* __restrict__ v,
            f32* __restrict__ p2, f32* __restrict__ m2, f32* __restrict__ v2, const i64 columns, const i64 tensor) {
  const i64 c = (i64(blockIdx.x) * 256 + threadIdx.x) * 4, at = tensor * columns + c;
  if (c >= columns) return;
  const Vec<f32, 4> old = load<4>(p + at), gradient = load<4>(g + at), first = load<4>(m + at), second = load<4>(v + at);
  Vec<f32, 4> moved, mean, square;
#pragma unroll
  for (int e = 0; e < 4; ++e) {
    mean[e] = 0.9f * first[e] + 0.1f * gradient[e];
    square[e] = 0.999f * fabsf(second[e]) + 0.001f * (gradient[e] * gradient[e]);
    moved[e] = old[e] - 0.001f * mean[e] / (sqrtf(square[e]) / 0.795f + 1e-8f);
  }
  store(p2 + at, moved);
  store(m2 + at, mean);
  store(v2 + at, square);
}
