// Kernel 1, ranking: one trip over 8 192 x 256 elements.
//   v1 = topk(v0, 8)            the k largest entries of each row, the largest first
//   v2 = topk_index(v0, 8)      the numbers of the k largest entries of each row
// Reads v0: bf16[8192, 256]
//   2 bytes an element
// Writes v1: bf16[8192, 8], 8 numbers a row
// Writes v2: i32[8192, 8], 8 numbers a row
//   0 bytes an element
// Launch: 1 024 blocks of 256 threads, a warp a row.
// An entry and its number are one key; of equal entries the one of the lower number comes first.
// Round by round the largest of the keys that are left is taken.
extern "C" __global__ void __launch_bounds__(256, 1) k1_topk_topk_index(
    const bf16* __restrict__ p0,
    bf16* __restrict__ p1,
    int* __restrict__ p2) {
  constexpr i64 rows = 8192, columns = 256;
  constexpr int width = 8, vectors = 1, k = 8;
  const int lane = threadIdx.x % 32;
  for (i64 row = i64(blockIdx.x) * 8 + threadIdx.x / 32; row < rows; row += i64(gridDim.x) * 8) {
    const auto entries = [&](i64 c, u32 (&orders)[width]) {
      const Vec<bf16, width> a0 = load<width>(p0 + (row) * columns + c);
#pragma unroll
      for (int e = 0; e < width; ++e) {
        const f32 v0 = to_f32(a0, e);
        orders[e] = order_of(v0);
      }
    };
    const auto put = [&](int n, u64 key) {
      p1[row * 8 + n] = narrow<bf16>(entry_of(key));
      p2[row * 8 + n] = number_of(key);
    };
    u64 keys[vectors * width];
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
      const int c = (v * 32 + lane) * width;
      u32 orders[width] = {};  // beyond the row's end no entry
      if (c < columns) entries(c, orders);
#pragma unroll
      for (int e = 0; e < width; ++e) keys[v * width + e] = key_of(orders[e], u32(c + e));
    }
    rank_in_warp<k>(keys, put);
  }
}

