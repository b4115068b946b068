// A few rows against packed weights: the weights' bytes are all there is to it. A warp walks its share of k over all
// columns of the block and multiplies what it loads at once, out of registers, on the tensor cores.

/// Neighbouring words, past L1: nobody meets a weight twice. Never put off, so that the loads of later steps are under way.
template <int words>
__device__ __forceinline__ void load_words(const void* from, u32 (&to)[words]) {
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

/// The weights are the left operand of mma.sync, a column of theirs one of its rows, so that the right operand's eight
/// columns are as many rows of x. A lane takes four neighbours of 16 in k, in the order in which they lie in memory:
/// both operands have the same order, and sums do not ask for another.
template <class T, int bits, int words_, int warps_, int rows_, int ahead>
struct PackedStream {
  static constexpr int words = words_, warps = warps_, rows = rows_, columns = 32 * words;
  static constexpr int eights = (rows + 7) / 8, lines = bits / 4;  // of x; of memory for two of k: one, or two
  f32 sum[eights][words][2][4] = {};

  static __device__ __forceinline__ int lane() { return int(threadIdx.x) % 32; }
  static __device__ __forceinline__ int warp() { return int(threadIdx.x) / 32; }
  /// The first of the columns that a lane takes.
  static __device__ __forceinline__ int own_column() { return lane() / 4 * 4 * words; }

  /// Adds up k terms (a multiple of 16) of `n` columns, those of this block from n0 on.
  template <class Weight>
  __device__ __forceinline__ void walk(const T* left, i64 left_line, const Weight* right, int n, int n0, int k) {
    const int pair = lane() % 4, row = lane() / 4, steps = k / 16;
    int step = warp();  // the next one that is brought in
    const Weight* from = right + i64(step * 4 + pair) * 2 * lines * n + (n0 + own_column() < n ? n0 + own_column() : 0);
    const T* x_from = left + row * left_line + step * 16 + pair * 4;
    u32 w[ahead][2][lines][words] = {};
    uint2 x[ahead][eights];
    const auto bring = [&](int slot) {
      const bool more = step < steps;
#pragma unroll
      for (int line = 0; line < 2 * lines; ++line) {
        if (more) load_words(from + line * n, w[slot][line / lines][line % lines]);
      }
#pragma unroll
      for (int eight = 0; eight < eights; ++eight) {
        const bool there = more && (rows % 8 == 0 || eight * 8 + row < rows);
        x[slot][eight] = there ? *reinterpret_cast<const uint2*>(x_from + eight * 8 * left_line) : uint2{};
      }
      step += warps;
      from += i64(warps) * 8 * lines * n;
      x_from += warps * 16;
    };
#pragma unroll
    for (int slot = 0; slot < ahead; ++slot) bring(slot);
    for (int first = warp(); first < steps; first += ahead * warps) {
#pragma unroll
      for (int slot = 0; slot < ahead; ++slot) {
        u32 now[2][lines][words];
        uint2 own[eights];
#pragma unroll
        for (int of = 0; of < words * lines * 2; ++of) {
          const int half = of / words / lines, line = of / words % lines;
          now[half][line][of % words] = w[slot][half][line][of % words];
        }
#pragma unroll
        for (int eight = 0; eight < eights; ++eight) own[eight] = x[slot][eight];
        bring(slot);
#pragma unroll
        for (int of = 0; of < words; ++of) {
#pragma unroll
          for (int two = 0; two < 2; ++two) {  // of the word's columns
            u32 a[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) {  // the columns of the first two of k, then of the others
              const u32 even = now[i / 2][0][of], odd = bits == 4 ? even >> 4 : now[i / 2][lines - 1][of];
              const int column = two * 2 + i % 2;
              a[i] = numbers<bits>(__byte_perm(even, odd, column | (4 + column) << 8), T{});  // in bytes 0 and 2
            }
#pragma unroll
            for (int eight = 0; eight < eights; ++eight) {
              multiply_add(sum[eight][of][two], a, own[eight].x, own[eight].y, T{});
            }
          }
        }
      }
    }
  }

  /// What all warps have: rows of columns in shared memory, of each warp.
  __device__ __forceinline__ void leave(f32 (&all)[warps][rows][columns]) const {
#pragma unroll
    for (int i = 0; i < eights * words * 8; ++i) {
      const int row = i / (words * 8) * 8 + lane() % 4 * 2 + i % 2;
      const int column = i / 8 % words * 4 + i / 4 % 2 * 2 + i / 2 % 2;
      if (row < rows) all[warp()][row][own_column() + column] = sum[i / (words * 8)][i / 8 % words][i / 4 % 2][i % 4];
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
