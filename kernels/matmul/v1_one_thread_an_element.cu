// Matrix product, version 1: y = gelu(x w + b); x is [rows, k], w is [k, columns].
// Bytes an element: 4 k asked for, 2 written. Each number of x and w is asked for by thousands of threads.
// New here: nothing. The textbook's loop, one thread an element.
// Launch: blocks of 256 threads, as many threads as the result has elements.
extern "C" __global__ void __launch_bounds__(256) matmul_v1(
    const bf16* __restrict__ x, const bf16* __restrict__ w, const bf16* __restrict__ b, bf16* __restrict__ y, const i64 rows,
    const i64 columns, const i64 k) {
  const i64 i = i64(blockIdx.x) * 256 + threadIdx.x;
  if (i >= rows * columns) return;
  const i64 row = i / columns, column = i % columns;
  f32 sum = 0.0f;
  for (i64 j = 0; j < k; ++j) sum = fmaf(to_f32(x[row * k + j]), to_f32(w[j * columns + column]), sum);
  y[i] = narrow<bf16>(gelu(sum + to_f32(b[column])));
}
