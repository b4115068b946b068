// A block's sums on the tensor cores, warp by warp: mma.sync multiplies 16 x 16 by 16 x 8, sums stay in registers.

/// Four 8 x 8 matrices of 16-bit elements; each lane names one line of one of them.
__device__ __forceinline__ void load_matrices(u32 address, u32 (&m)[4]) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
               : "r"(address)
               : "memory");
}
__device__ __forceinline__ void load_matrices_turned(u32 address, u32 (&m)[4]) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
               : "r"(address)
               : "memory");
}

__device__ __forceinline__ void multiply_add(f32 (&d)[4], const u32 (&a)[4], u32 b0, u32 b1, bf16) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
__device__ __forceinline__ void multiply_add(f32 (&d)[4], const u32 (&a)[4], u32 b0, u32 b1, f16) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/// Warps stand `down` x `across`. A tile's lines run along k (`left_along_k`, `right_along_k`) or across it.
template <class Left, bool left_along_k, class Right, bool right_along_k, int down, int across>
struct MmaSums {
  using T = typename Left::Element;
  static constexpr int rows = left_along_k ? Left::lines : Left::run, depth = left_along_k ? Left::run : Left::lines;
  static constexpr int columns = right_along_k ? Right::lines : Right::run;
  static constexpr int high = rows / down / 16, wide = columns / across / 8, pairs = high * wide * 2;
  static_assert(high * 16 * down == rows && wide % 2 == 0 && wide * 8 * across == columns, "whole fragments");
  f32 sum[high][wide][4] = {};

  static __device__ __forceinline__ int first_row() { return int(threadIdx.x) / 32 / across * high * 16; }
  static __device__ __forceinline__ int first_column() { return int(threadIdx.x) / 32 % across * wide * 8; }

  __device__ __forceinline__ void multiply(const unsigned char* left, const unsigned char* right) {
    const u32 a = shared_address(left), b = shared_address(right);
    const int lane = threadIdx.x % 32, lower = lane % 8, second = lane / 8 % 2, third = lane / 16;
#pragma unroll
    for (int k = 0; k < depth; k += 16) {
      u32 fa[high][4], fb[wide / 2][4];
#pragma unroll
      for (int i = 0; i < high; ++i) {
        const int row = first_row() + i * 16;
        if constexpr (left_along_k) {
          load_matrices(a + Left::at(row + lane % 16, k / 8 + third), fa[i]);
        } else {
          load_matrices_turned(a + Left::at(k + lower + third * 8, row / 8 + second), fa[i]);
        }
      }
#pragma unroll
      for (int j = 0; j < wide / 2; ++j) {
        const int column = first_column() + j * 16;
        if constexpr (right_along_k) {
          load_matrices(b + Right::at(column + lower + third * 8, k / 8 + second), fb[j]);
        } else {
          load_matrices_turned(b + Right::at(k + lane % 16, column / 8 + third), fb[j]);
        }
      }
#pragma unroll
      for (int i = 0; i < high; ++i) {
#pragma unroll
        for (int j = 0; j < wide; ++j) multiply_add(sum[i][j], fa[i], fb[j / 2][j % 2 * 2], fb[j / 2][j % 2 * 2 + 1], T{});
      }
    }
  }

  /// Pair `i` of this thread: two neighbouring columns of one row of the tile.
  static __device__ __forceinline__ int row(int i) {
    return first_row() + i / (2 * wide) * 16 + i % 2 * 8 + int(threadIdx.x) % 32 / 4;
  }
  static __device__ __forceinline__ int column(int i) { return first_column() + i / 2 % wide * 8 + int(threadIdx.x) % 4 * 2; }
  __device__ __forceinline__ f32 at(int i, int e) const { return sum[i / (2 * wide)][i / 2 % wide][i % 2 * 2 + e]; }
};
