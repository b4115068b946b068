// Kernel 1, inner-persistent: one trip over 4 096 x 8 192 elements.
//   v3 = mean(v0)               mean of each row
//   v4 = sub(v0, v3)            x - y
//   v5 = square(v4)             x * x
//   v6 = mean(v5)               mean of each row
//   v7 = add(v6, 1e-06)         x + y
//   v8 = rsqrt(v7)              1 / sqrt(x)
//   v9 = mul(v4, v8)            x * y
//   v10 = mul(v9, v1)           x * y
//   v11 = add(v10, v2)          x + y
// Reads v0: f32[4096, 8192]
// Reads v1: f32[8192], one row for all
// Reads v2: f32[8192], one row for all
//   4 bytes an element
// Writes v11: f32[4096, 8192]
//   4 bytes an element
// Launch: 4 096 blocks of 512 threads, a block a row; each thread has 4 x 4 elements of it.
// The row is read once and stays in registers between its sweeps.
extern "C" __global__ void __launch_bounds__(512, 3) k1_mean_sub_square_mean_add_rsqrt_and_3_more(
    const f32* __restrict__ p0,
    const f32* __restrict__ p1,
    const f32* __restrict__ p2,
    f32* __restrict__ p11) {
  constexpr i64 columns = 8192;
  constexpr int width = 4, lanes = 512;
  constexpr int vectors = 4;
  const int lane = threadIdx.x;
  const i64 row = blockIdx.x;

  // Sweep 1 of 3: makes v3.
  f32 own3 = 0.0f;
  Vec<f32, width> kept0[vectors];
#pragma unroll
  for (int u = 0; u < vectors; ++u) {
    const int c = (u * lanes + lane) * width;
    kept0[u] = load<width>(p0 + row * columns + c);
  }
#pragma unroll
  for (int u = 0; u < vectors; ++u) {
#pragma unroll
    for (int e = 0; e < width; ++e) {
      const f32 v0 = to_f32(kept0[u], e);
      own3 += v0;
    }
  }
  const f32 v3 = f32(reduce_block<lanes>(own3, Add()) / 8192.0f);

  // Sweep 2 of 3: makes v6.
  f32 own6 = 0.0f;
  f32 kept4[vectors][width];
#pragma unroll
  for (int u = 0; u < vectors; ++u) {
#pragma unroll
    for (int e = 0; e < width; ++e) {
      const f32 v0 = to_f32(kept0[u], e);
      const f32 v4 = v0 - v3;
      kept4[u][e] = v4;
      const f32 v5 = v4 * v4;
      own6 += v5;
    }
  }
  const f32 v6 = f32(reduce_block<lanes>(own6, Add()) / 8192.0f);
  const f32 v7 = v6 + 1e-06f;
  const f32 v8 = rsqrtf(v7);

  // Sweep 3 of 3: makes v11.
#pragma unroll
  for (int u = 0; u < vectors; ++u) {
    const int c = (u * lanes + lane) * width;
    const Vec<f32, width> a1 = load<width>(p1 + c);
    const Vec<f32, width> a2 = load<width>(p2 + c);
    Vec<f32, width> b11;
#pragma unroll
    for (int e = 0; e < width; ++e) {
      const f32 v1 = to_f32(a1, e);
      const f32 v2 = to_f32(a2, e);
      const f32 v4 = kept4[u][e];
      const f32 v9 = v4 * v8;
      const f32 v10 = v9 * v1;
      const f32 v11 = v10 + v2;
      b11[e] = narrow<f32>(v11);
    }
    store(p11 + row * columns + c, b11);
  }
}

