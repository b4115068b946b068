// Multiply and add: x = x * a + b, 8 independent chains a thread. The roof of plain f32 arithmetic.
// Bytes: none that matter. Operations: 2 x 8 x 4096 a thread.
// Launch: 256 threads a block, 8 blocks an SM, so that every scheduler has 16 warps to choose from.
extern "C" __global__ void __launch_bounds__(256) calibrate_fma_f32(f32* __restrict__ out, const i64 n) {
  constexpr int chains = 8, steps = 4096;
  // An FMA takes 4 cycles to answer; eight chains that do not wait for each other keep the pipe full from one warp.
  f32 x[chains];
#pragma unroll
  for (int k = 0; k < chains; ++k) x[k] = f32(threadIdx.x + k);
  const f32 a = 0.999f + f32(n) * 0.0f, b = 0.5f;  // not known to the compiler
#pragma unroll 16
  for (int step = 0; step < steps; ++step) {
#pragma unroll
    for (int k = 0; k < chains; ++k) x[k] = fmaf(x[k], a, b);
  }
  f32 sum = 0.0f;
#pragma unroll
  for (int k = 0; k < chains; ++k) sum += x[k];
  if (sum == -1e30f) out[0] = sum;  // never true: keeps the work
}
