// Kernel 1, inner-persistent: one trip over 4 096 x 8 192 elements.
//   v1 = max(v0)                largest of each row
//   v2 = sub(v0, v1)            x - y
//   v3 = exp(v2)                e to the x
//   v4 = sum(v3)                sum of each row
//   v5 = div(v3, v4)            x / y
// Reads v0: f32[4096, 8192]
//   4 bytes an element
// Writes v5: f32[4096, 8192]
//   4 bytes an element
// Launch: 4 096 blocks of 512 threads, a block a row; each thread has 4 x 4 elements of it.
// The row is read once and stays in registers between its sweeps.
extern "C" __global__ void __launch_bounds__(512, 3) k1_max_sub_exp_sum_div(
    const f32* __restrict__ p0,
    f32* __restrict__ p5) {
  constexpr i64 columns = 8192;
  constexpr int width = 4, lanes = 512;
  constexpr int vectors = 4;
  const int lane = threadIdx.x;
  const i64 row = blockIdx.x;

  // Sweep 1 of 3: makes v1.
  f32 own1 = -infinity();
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
      own1 = Larger()(own1, v0);
    }
  }
  const f32 v1 = f32(reduce_block<lanes>(own1, Larger()));

  // Sweep 2 of 3: makes v4.
  f32 own4 = 0.0f;
  f32 kept3[vectors][width];
#pragma unroll
  for (int u = 0; u < vectors; ++u) {
#pragma unroll
    for (int e = 0; e < width; ++e) {
      const f32 v0 = to_f32(kept0[u], e);
      const f32 v2 = v0 - v1;
      const f32 v3 = expf(v2);
      kept3[u][e] = v3;
      own4 += v3;
    }
  }
  const f32 v4 = f32(reduce_block<lanes>(own4, Add()));

  // Sweep 3 of 3: makes v5.
#pragma unroll
  for (int u = 0; u < vectors; ++u) {
    const int c = (u * lanes + lane) * width;
    Vec<f32, width> b5;
#pragma unroll
    for (int e = 0; e < width; ++e) {
      const f32 v3 = kept3[u][e];
      const f32 v5 = v3 / v4;
      b5[e] = narrow<f32>(v5);
    }
    store(p5 + row * columns + c, b5);
  }
}

