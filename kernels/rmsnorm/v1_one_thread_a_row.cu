// RMSNorm, version 1: y = x / sqrt(mean(x^2) + 1e-6) * g, for each row.
// Bytes an element: 8 read (x twice, 4 each time), 4 written; g comes from the cache.
// New here: nothing yet. The loop of a textbook, one thread for each row.
// Launch: a thread a row, 64 threads a block.
extern "C" __global__ void __launch_bounds__(64) rmsnorm_v1(
    const f32* __restrict__ x, const f32* __restrict__ g, f32* __restrict__ y, const i64 rows, const i64 columns) {
  const i64 row = i64(blockIdx.x) * 64 + threadIdx.x;
  if (row >= rows) return;
  const f32* const in = x + row * columns;
  f32* const out = y + row * columns;

  // Neighbouring threads read addresses a whole row apart: a warp's load touches 32 sectors of 32 bytes and uses 4
  // bytes of each. The rest is hoped to be in the cache when the next columns ask for it.
  f32 sum = 0.0f;
  for (i64 c = 0; c < columns; ++c) sum += in[c] * in[c];
  const f32 scale = rsqrtf(sum / f32(columns) + 1e-6f);

  // The row is walked again, from DRAM if the cache did not hold it.
  for (i64 c = 0; c < columns; ++c) out[c] = in[c] * scale * g[c];
}
