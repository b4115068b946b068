// Kernel 1, reduction: one trip over 1 x 100 000 000 elements.
//   v1 = square(v0)             x * x
//   v2 = mean(v1)               mean of each row
// Reads v0: f32[1, 100000000]
//   4 bytes an element
// Writes v2: f32[1, 1], one number for all
//   0 bytes an element
// Launch: 1 056 blocks of 512 threads, a block a segment; each thread has 47 x 4 elements of it.
// Few rows, each long: the first launch leaves a number a segment, the second joins them.
extern "C" __global__ void __launch_bounds__(512, 1) k1_square_mean_parts(
    const f32* __restrict__ p0,
    f32* __restrict__ parts2) {
  constexpr i64 columns = 100000000;
  constexpr int width = 4, lanes = 512;
  constexpr int fold = 16 * lanes * width;  // a thread adds 16 vectors in f32, these sums in double
  constexpr i64 segments = 1056, length = 94700;  // of a row, elements of a segment
  const int lane = threadIdx.x;
  const i64 begin = blockIdx.x % segments * length;
  const i64 end = begin + length < columns ? begin + length : columns;

  // Sweep 1 of 1: makes v2.
  f64 total2 = 0.0;
  for (i64 part = begin; part < end; part += fold) {
    const i64 stop = part + fold < end ? part + fold : end;
    f32 own2 = 0.0f;
#pragma unroll 4
    for (i64 c = part + lane * width; c < stop; c += lanes * width) {
      const Vec<f32, width> a0 = load<width>(p0 + c);
#pragma unroll
      for (int e = 0; e < width; ++e) {
        const f32 v0 = to_f32(a0, e);
        const f32 v1 = v0 * v0;
        own2 += v1;
      }
    }
    total2 += own2;
  }
  const f32 part2 = f32(reduce_block<lanes>(total2, Add()));
  if (lane == 0) parts2[blockIdx.x] = part2;
}

// Kernel 1, second launch: joins the segments of each row.
extern "C" __global__ void __launch_bounds__(512, 1) k1_square_mean_finish(
    f32* __restrict__ p2,
    const f32* __restrict__ parts2) {
  constexpr int segments = 1056, lanes = 512;
  const int lane = threadIdx.x;
  const i64 row = blockIdx.x;
  f32 own2 = 0.0f;
  for (int s = lane; s < segments; s += lanes) {
    own2 += parts2[row * segments + s];
  }
  const f32 v2 = f32(reduce_block<lanes>(own2, Add()) / 100000000.0f);
  if (lane == 0) p2[0] = narrow<f32>(v2);
}

