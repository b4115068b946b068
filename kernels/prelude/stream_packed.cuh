// A few rows against weights of 4 bits: the weights' bytes are all there is to it. A warp walks its share of k over all
// columns of the block and multiplies what it loads at once, out of registers, on the tensor cores.

/// Neighbouring words, past L1: nobody meets a weight twice. Never put off, so that the loads of later steps are under way.
template <int words>
__device__ __forceinline__ void load_words(const i4* from, u32 (&to)[words]) {
  if constexpr (words == 4) {
    asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "l"(from));
  } else if constexpr (words == 2) {
    asm volatile("ld.global.nc.L1::no_allocate.v2.u32 {%0, %1}, [%2];" : "=r"(to[0]), "=r"(to[1]) : "l"(from));
  } else {
    asm volatile("ld.global.nc.L1::no_allocate.u32 %0, [%1];" : "=r"(to[0]) : "l"(from));
  }
}

/// The weights are the left operand of mma.sync, in the order in which they lie in memory: a register holds one weight of
/// the first and of the third column of a word, or of the second and the fourth. Each row of x is there twice: with a
/// zero behind it for the one column, and behind a zero for the other. So of the right operand's eight columns a row
/// takes two.
template <class T, int words_, int warps_, int rows_>
struct PackedStream {
  static constexpr int words = words_, warps = warps_, rows = rows_, columns = 32 * words, ahead = 4;
  static_assert(rows <= 4, "two of eight columns for each row");
  f32 sum[words][4] = {};

  static __device__ __forceinline__ int lane() { return int(threadIdx.x) % 32; }
  static __device__ __forceinline__ int warp() { return int(threadIdx.x) / 32; }
  /// The first of the columns that a lane takes.
  static __device__ __forceinline__ int own_column() { return lane() / 4 * 4 * words; }

  /// Adds up k terms (a multiple of 16) of `n` columns, those of this block from n0 on.
  __device__ __forceinline__ void walk(const T* left, i64 left_line, const i4* right, int n, int n0, int k) {
    const int pair = lane() % 4, row = lane() / 8, steps = k / 16;
    const bool second = lane() / 4 % 2 == 1, there = row < rows;
    const i4* const weights = right + (n0 + own_column() < n ? n0 + own_column() : 0);
    const T* const x = left + (there ? row : 0) * left_line;
    u32 w[ahead][2][words] = {}, both[ahead][2];  // of a step: the first and the second eight of 16
    const auto bring = [&](int slot, int step) {
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        const int line = step * 8 + half * 4 + pair;  // of pairs of k
        if (step < steps) load_words(weights + i64(line) * n, w[slot][half]);
        both[slot][half] = there && step < steps ? *reinterpret_cast<const u32*>(x + line * 2) : 0;
      }
    };
#pragma unroll
    for (int slot = 0; slot < ahead; ++slot) bring(slot, warp() + slot * warps);
    for (int first = warp(); first < steps; first += ahead * warps) {
#pragma unroll
      for (int slot = 0; slot < ahead; ++slot) {
        u32 now[2][words], even[2], odd[2];
#pragma unroll
        for (int half = 0; half < 2; ++half) {
#pragma unroll
          for (int of = 0; of < words; ++of) now[half][of] = w[slot][half][of];
          const u32 own = both[slot][half];
          even[half] = second ? own << 16 : own & 0xFFFFu;
          odd[half] = second ? own & 0xFFFF0000u : own >> 16;
        }
        bring(slot, first + (slot + ahead) * warps);
#pragma unroll
        for (int of = 0; of < words; ++of) {
#pragma unroll
          for (int half = 0; half < 2; ++half) {
            const u32 word = now[half][of];
            const u32 a[4] = {numbers<4>(word, T{}), numbers<4>(word >> 8, T{}), numbers<4>(word >> 4, T{}),
                              numbers<4>(word >> 12, T{})};
            multiply_add(sum[of], a, even[half], odd[half], T{});
          }
        }
      }
    }
  }

  /// What all warps have: rows of columns in shared memory, of each warp.
  __device__ __forceinline__ void leave(f32 (&all)[warps][rows][columns]) const {
    const int row = lane() % 4;
    if (row < rows) {
#pragma unroll
      for (int of = 0; of < words; ++of) {
#pragma unroll
        for (int j = 0; j < 4; ++j) all[warp()][row][own_column() + of * 4 + j] = sum[of][j % 2 * 2 + j / 2];
      }
    }
    __syncthreads();
  }
  static __device__ __forceinline__ f32 total(const f32 (&all)[warps][rows][columns], int row, int column) {
    f32 sum = 0;
#pragma unroll
    for (int w = 0; w < warps; ++w) sum += all[w][row][column];
    return sum;
  }
};
