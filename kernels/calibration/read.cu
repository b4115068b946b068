// Read: the sum of a is made and thrown away. The road when nothing is written.
// Bytes an element: 4 read, 0 written.
// Launch: 256 threads a block, 4 vectors of 16 bytes a thread and tensor; n is a multiple of 4096.
extern "C" __global__ void __launch_bounds__(256) calibrate_read(const f32* __restrict__ a, f32* __restrict__ out, const i64 n) {
  constexpr int width = 4, vectors = 4, threads = 256;
  const i64 tile = i64(blockIdx.x) * (width * vectors * threads);
  if (tile + width * vectors * threads > n) return;
  Vec<f32, width> va[vectors];
#pragma unroll
  for (int u = 0; u < vectors; ++u) {
    const i64 i = tile + (u * threads + threadIdx.x) * width;
    va[u] = load<width>(a + i);
  }
  f32 sum = 0.0f;
#pragma unroll
  for (int u = 0; u < vectors; ++u) sum += va[u][0] + va[u][1] + va[u][2] + va[u][3];
  // Never true, but the compiler cannot know: else it would take the loads away.
  if (sum == -1e30f) out[0] = sum;
}
