// Matrix multiply-accumulate: D = A B + C on 16 x 8 x 16 tiles of bf16 with f32 sums. What mma.sync reaches of the
// tensor cores' roof (on Hopper about two thirds: the rest is for wgmma).
// Bytes: none that matter. Operations: 2 x 16 x 8 x 16 x 8 x 2048 a warp. Needs compute capability 8.0.
// Launch: 256 threads a block, 4 blocks an SM.
extern "C" __global__ void __launch_bounds__(256) calibrate_mma_bf16(f32* __restrict__ out, const i64 n) {
#if __CUDA_ARCH__ >= 800
  constexpr int chains = 8, steps = 2048;
  // Fragments as the instruction wants them: A four words a lane, B two, C and D four f32. Not zero: zeros draw less
  // power and would let the clock rise above what real data leaves it.
  const u32 word = 0x3F803F80u + threadIdx.x % 32 + u32(n & 1);
  const u32 a[4] = {word, word + 1, word + 2, word + 3};
  const u32 b[2] = {word ^ 5, word ^ 9};
  f32 c[chains][4] = {};
  for (int step = 0; step < steps; ++step) {
#pragma unroll
    for (int k = 0; k < chains; ++k) {
      asm volatile(
          "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
          "{%0, %1, %2, %3};"
          : "+f"(c[k][0]), "+f"(c[k][1]), "+f"(c[k][2]), "+f"(c[k][3])
          : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
  f32 sum = 0.0f;
#pragma unroll
  for (int k = 0; k < chains; ++k) sum += c[k][0] + c[k][1] + c[k][2] + c[k][3];
  if (sum == -1e30f) out[0] = sum;  // never true: keeps the work
#endif
}
