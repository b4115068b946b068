// Adam, version 1: eight kernels for each tensor, one after the other, as a loop over tensors and ops runs them.
// Bytes an element: 2 + 3 + 2 + 3 + 2 + 2 + 2 + 4 = 20 numbers of 4 bytes cross where 7 have to.
// New here: nothing yet. A tensor of 4096 numbers is 16 KB; a launch takes longer than moving that.
// Launch: of each kernel once a tensor, blocks of 256 threads, four elements a thread. `tensor` is its number.
__device__ __forceinline__ i64 adam_v1_place() {
  return (i64(blockIdx.x) * 256 + threadIdx.x) * 4;
}

extern "C" __global__ void __launch_bounds__(256) adam_v1_fade_m(const f32* __restrict__ m, f32* __restrict__ m2,
                                                                 const i64 columns, const i64 tensor) {
  const i64 c = adam_v1_place(), at = tensor * columns + c;
  if (c >= columns) return;
  Vec<f32, 4> out = load<4>(m + at);
#pragma unroll
  for (int e = 0; e < 4; ++e) out[e] = 0.9f * out[e];
  store(m2 + at, out);
}

extern "C" __global__ void __launch_bounds__(256) adam_v1_add_g(const f32* __restrict__ g, f32* __restrict__ m2,
                                                                const i64 columns, const i64 tensor) {
  const i64 c = adam_v1_place(), at = tensor * columns + c;
  if (c >= columns) return;
  const Vec<f32, 4> in = load<4>(g + at);
  Vec<f32, 4> out = load<4>(m2 + at);
#pragma unroll
  for (int e = 0; e < 4; ++e) out[e] = out[e] + 0.1f * in[e];
  store(m2 + at, out);
}

extern "C" __global__ void __launch_bounds__(256) adam_v1_fade_v(const f32* __restrict__ v, f32* __restrict__ v2,
                                                                 const i64 columns, const i64 tensor) {
  const i64 c = adam_v1_place(), at = tensor * columns + c;
  if (c >= columns) return;
  Vec<f32, 4> out = load<4>(v + at);
#pragma unroll
  for (int e = 0; e < 4; ++e) out[e] = 0.999f * fabsf(out[e]);
  store(v2 + at, out);
}

extern "C" __global__ void __launch_bounds__(256) adam_v1_add_g_squared(const f32* __restrict__ g,
                                                                        f32* __restrict__ v2, const i64 columns,
                                                                        const i64 tensor) {
  const i64 c = adam_v1_place(), at = tensor * columns + c;
  if (c >= columns) return;
  const Vec<f32, 4> in = load<4>(g + at);
  Vec<f32, 4> out = load<4>(v2 + at);
#pragma unroll
  for (int e = 0; e < 4; ++e) out[e] = out[e] + 0.001f * (in[e] * in[e]);
  store(v2 + at, out);
}

extern "C" __global__ void __launch_bounds__(256) adam_v1_root(const f32* __restrict__ v2, f32* __restrict__ root,
                                                               const i64 columns, const i64 tensor) {
  const i64 c = adam_v1_place(), at = tensor * columns + c;
  if (c >= columns) return;
  Vec<f32, 4> out = load<4>(v2 + at);
#pragma unroll
  for (int e = 0; e < 4; ++e) out[e] = sqrtf(out[e]);
  store(root + at, out);
}

extern "C" __global__ void __launch_bounds__(256) adam_v1_correct(f32* __restrict__ root, const i64 columns,
                                                                  const i64 tensor) {
  const i64 c = adam_v1_place(), at = tensor * columns + c;
  if (c >= columns) return;
  Vec<f32, 4> out = load<4>(root + at);
#pragma unroll
  for (int e = 0; e < 4; ++e) out[e] = out[e] / 0.795f;
  store(root + at, out);
}

extern "C" __global__ void __launch_bounds__(256) adam_v1_add_epsilon(f32* __restrict__ root, const i64 columns,
                                                                      const i64 tensor) {
  const i64 c = adam_v1_place(), at = tensor * columns + c;
  if (c >= columns) return;
  Vec<f32, 4> out = load<4>(root + at);
#pragma unroll
  for (int e = 0; e < 4; ++e) out[e] = out[e] + 1e-8f;
  store(root + at, out);
}

extern "C" __global__ void __launch_bounds__(256) adam_v1_step(const f32* __restrict__ p, const f32* __restrict__ m2,
                                                               const f32* __restrict__ root, f32* __restrict__ p2,
                                                               const i64 columns, const i64 tensor) {
  const i64 c = adam_v1_place(), at = tensor * columns + c;
  if (c >= columns) return;
  const Vec<f32, 4> first = load<4>(m2 + at), second = load<4>(root + at);
  Vec<f32, 4> out = load<4>(p + at);
#pragma unroll
  for (int e = 0; e < 4; ++e) out[e] = out[e] - 0.001f * first[e] / second[e];
  store(p2 + at, out);
}
