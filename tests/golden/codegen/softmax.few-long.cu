// Kernel 1, streaming: two sweeps over 4 x 1 000 000 elements.
//   v1 = max(v0)                largest of each row
//   v2 = sub(v0, v1)            x - y
//   v3 = exp(v2)                e to the x
//   v4 = sum(v3)                sum of each row
//   v5 = div(v3, v4)            x / y
// Reads v0: f32[4, 1000000], in each sweep
//   8 bytes an element
// Writes v5: f32[4, 1000000]
//   4 bytes an element
// Launch: 120 blocks of 512 threads, a block a segment; each thread has 17 x 4 elements of it.
// A sum of exponentials is kept beside the largest element so far: it is multiplied by exp(old
// largest - new largest) where a larger one comes, so that no sweep waits for the row's maximum.
// The row is too long to stay on chip: each of its 2 sweeps reads it.
// Few rows, each long: the first launch leaves numbers of each segment, the second joins them
// and sweeps the segment again.
extern "C" __global__ void __launch_bounds__(512, 1) k1_max_sub_exp_sum_div_parts(
    const f32* __restrict__ p0,
    f32* __restrict__ parts1,
    f32* __restrict__ parts4) {
  constexpr i64 columns = 1000000;
  constexpr int width = 4, lanes = 512;
  constexpr int fold = 16 * lanes * width;  // a thread adds 16 vectors in f32, these sums in double
  constexpr i64 segments = 30, length = 33336;  // of a row, elements of a segment
  const int lane = threadIdx.x;
  const i64 row = blockIdx.x / segments;
  const i64 begin = blockIdx.x % segments * length;
  const i64 end = begin + length < columns ? begin + length : columns;

  // Sweep 1 of 2: makes v1, v4.
  f32 own1 = -infinity();
  f64 total4 = 0.0;
  for (i64 part = begin; part < end; part += fold) {
    const i64 stop = part + fold < end ? part + fold : end;
    f32 own4 = 0.0f;
    const f32 before1 = own1;
#pragma unroll 4
    for (i64 c = part + lane * width; c < stop; c += lanes * width) {
      const Vec<f32, width> a0 = load<width>(p0 + row * columns + c);
#pragma unroll
      for (int e = 0; e < width; ++e) {
        const f32 v0 = to_f32(a0, e);
        if (v0 != -infinity()) {
          const f32 over = v0 - own1, less = expf(-fabsf(over));
          own4 = over > 0.0f ? own4 * less + 1.0f : own4 + less;
        }
        own1 = Larger()(own1, v0);
      }
    }
    total4 = total4 * rescale(before1, own1) + own4;
  }
  const f32 part1 = f32(reduce_block<lanes>(own1, Larger()));
  if (lane == 0) parts1[blockIdx.x] = part1;
  const f32 part4 = f32(reduce_block<lanes>(total4 * rescale(own1, part1), Add()));
  if (lane == 0) parts4[blockIdx.x] = part4;
}

// Kernel 1, second launch: joins the segments of each row, then sweeps them again.
extern "C" __global__ void __launch_bounds__(512, 1) k1_max_sub_exp_sum_div_finish(
    const f32* __restrict__ p0,
    f32* __restrict__ p5,
    const f32* __restrict__ parts1,
    const f32* __restrict__ parts4) {
  constexpr i64 columns = 1000000;
  constexpr int width = 4, lanes = 512;
  constexpr i64 segments = 30, length = 33336;  // of a row, elements of a segment
  const int lane = threadIdx.x;
  const i64 row = blockIdx.x / segments;
  const i64 begin = blockIdx.x % segments * length;
  const i64 end = begin + length < columns ? begin + length : columns;
  f32 own1 = -infinity();
  for (int s = lane; s < segments; s += lanes) {
    own1 = Larger()(own1, parts1[row * segments + s]);
  }
  const f32 v1 = f32(reduce_block<lanes>(own1, Larger()));
  f32 own4 = 0.0f;
  for (int s = lane; s < segments; s += lanes) {
    own4 += parts4[row * segments + s] * expf(parts1[row * segments + s] - v1);
  }
  const f32 v4 = f32(reduce_block<lanes>(own4, Add()));

  // Sweep 2 of 2: makes v5.
#pragma unroll 4
  for (i64 c = begin + lane * width; c < end; c += lanes * width) {
    const Vec<f32, width> a0 = load<width>(p0 + row * columns + c);
    Vec<f32, width> b5;
#pragma unroll
    for (int e = 0; e < width; ++e) {
      const f32 v0 = to_f32(a0, e);
      const f32 v2 = v0 - v1;
      const f32 v3 = expf(v2);
      const f32 v5 = v3 / v4;
      b5[e] = narrow<f32>(v5);
    }
    store(p5 + row * columns + c, b5);
  }
}

