// Kernel 1, ranking: one trip over 64 x 131 072 elements.
//   v1 = mul(v0, 1.25)          x * y
//   v3 = argmax(v0)             of each row the number of its largest entry
// Reads v0: bf16[64, 131072]
//   2 bytes an element
// Writes v1: bf16[64, 131072]
// Writes v3: i32[64, 1], one number a row
//   2 bytes an element
// Launch: 64 blocks of 512 threads, a block a row.
// An entry and its number are one key; of equal entries the one of the lower number comes first.
extern "C" __global__ void __launch_bounds__(512, 1) k1_mul_argmax(
    const bf16* __restrict__ p0,
    bf16* __restrict__ p1,
    int* __restrict__ p3) {
  constexpr i64 rows = 64, columns = 131072;
  constexpr int width = 8;
  constexpr int threads = 512;
  for (i64 row = blockIdx.x; row < rows; row += gridDim.x) {
    const auto entries = [&](i64 c, u32 (&orders)[width]) {
      const Vec<bf16, width> a0 = load<width>(p0 + (row) * columns + c);
      Vec<bf16, width> b1;
#pragma unroll
      for (int e = 0; e < width; ++e) {
        const f32 v0 = to_f32(a0, e);
        const f32 v1 = v0 * 1.25f;
        b1[e] = narrow<bf16>(v1);
        orders[e] = order_of(v0);
      }
      store(p1 + (row) * columns + c, b1);
    };
    const auto put = [&](int n, u64 key) {
      p3[row * 1 + n] = number_of(key);
    };
    u64 own = no_key;
#pragma unroll 4
    for (i64 c = threadIdx.x * width; c < columns; c += threads * width) {
      u32 orders[width];
      entries(c, orders);
#pragma unroll
      for (int e = 0; e < width; ++e) own = larger_key(own, key_of(orders[e], u32(c + e)));
    }
    own = largest_of_block<threads>(own);
    if (threadIdx.x == 0) put(0, own);
  }
}

// Kernel 2, ranking: topk_index over 64 x 131 072 elements.
//   v2 = topk_index(v1, 50)     the numbers of the k largest entries of each row
// Reads v1: bf16[64, 131072]
//   2 bytes an element
// Writes v2: i32[64, 50], 50 numbers a row
//   0 bytes an element
// Launch: 64 blocks of 512 threads, a block a row.
// An entry and its number are one key; of equal entries the one of the lower number comes first.
// Each chunk's entries above the kth of those before meet in shared memory.
extern "C" __global__ void __launch_bounds__(512, 1) k2_topk_index(
    const bf16* __restrict__ p1,
    int* __restrict__ p2) {
  constexpr i64 rows = 64, columns = 131072;
  constexpr int width = 8, vectors = 4, k = 50;
  constexpr int threads = 512, chunk = threads * vectors * width;
  for (i64 row = blockIdx.x; row < rows; row += gridDim.x) {
    const auto entries = [&](i64 c, u32 (&orders)[width]) {
      const Vec<bf16, width> a1 = load<width>(p1 + (row) * columns + c);
#pragma unroll
      for (int e = 0; e < width; ++e) {
        const f32 v1 = to_f32(a1, e);
        orders[e] = order_of(v1);
      }
    };
    const auto put = [&](int n, u64 key) {
      p2[row * 50 + n] = number_of(key);
    };
    RowRanking<threads, width, vectors, k> ranking;
    for (i64 first = 0; first < columns; first += chunk) {
      u32 orders[vectors][width];
#pragma unroll
      for (int v = 0; v < vectors; ++v) {
        const i64 c = first + (v * threads + int(threadIdx.x)) * width;
#pragma unroll
        for (int e = 0; e < width; ++e) orders[v][e] = 0u;  // beyond the row's end no entry
        if (c < columns) entries(c, orders[v]);
      }
      ranking.take(orders, first);
    }
    for (int n = threadIdx.x; n < k; n += threads) put(n, ranking.at(n));
  }
}

