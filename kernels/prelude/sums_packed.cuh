// A block's sums on the tensor cores where the right operand is packed: a thread takes four columns of a word, unpacks
// them in registers and multiplies at once. No weight passes through shared memory in full size.

/// Warps stand `down` x `across`, `parts` times: each part takes its share of k, since a warp alone would mostly wait for
/// its own unpacking. A warp's columns are taken in fours by each lane, so that one word holds what it
/// multiplies: the columns of a fragment are four apart.
template <class Left, bool left_along_k, class Right, int bits, int down, int across, int parts>
struct PackedSums {
  using T = typename Left::Element;
  static constexpr int rows = left_along_k ? Left::lines : Left::run, depth = left_along_k ? Left::run : Left::lines;
  static constexpr int columns = Right::run;
  static constexpr int high = rows / down / 16, wide = columns / across / 8, pairs = high * wide * 2;
  static_assert(high * 16 * down == rows && wide % 4 == 0 && wide * 8 * across == columns, "whole words");
  static constexpr int count = high * wide * 4, threads = down * across * 32;  // of one part
  f32 sum[high][wide][4] = {};

  static __device__ __forceinline__ int part() { return int(threadIdx.x) / threads; }
  static __device__ __forceinline__ int first_row() { return int(threadIdx.x) % threads / 32 / across * high * 16; }
  static __device__ __forceinline__ int first_column() { return int(threadIdx.x) / 32 % across * wide * 8; }
  /// Of the four columns that a lane takes of the warp's 32 of number `of`.
  static __device__ __forceinline__ int word_column(int of) { return first_column() + of * 32 + int(threadIdx.x) % 32 / 4 * 4; }

  static __device__ __forceinline__ u32 word(const unsigned char* right, int line, int column) {
    return *reinterpret_cast<const u32*>(right + Right::at(line, column / 16) + column % 16);
  }

  __device__ __forceinline__ void multiply(const unsigned char* left, const unsigned char* right) {
    const u32 a = shared_address(left);
    const int lane = threadIdx.x % 32, lower = lane % 8, second = lane / 8 % 2, third = lane / 16;
#pragma unroll
    for (int step = 0; step < depth; step += 16 * parts) {
      const int k = step + part() * 16;
      u32 fa[high][4];
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
      for (int of = 0; of < wide / 4; ++of) {
        u32 even[2], odd[2];  // bytes of the even k and of the next one, for the first and the second half of 16
#pragma unroll
        for (int half = 0; half < 2; ++half) {
          const int k0 = k + half * 8 + lane % 4 * 2;
          if constexpr (bits == 4) {
            even[half] = word(right, k0 / 2, word_column(of));
            odd[half] = even[half] >> 4;
          } else {
            even[half] = word(right, k0, word_column(of));
            odd[half] = word(right, k0 + 1, word_column(of));
          }
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          u32 b[2];
#pragma unroll
          for (int half = 0; half < 2; ++half) {
            const u32 both = __byte_perm(even[half], odd[half], j | (4 + j) << 8);  // in bytes 0 and 2
            b[half] = numbers<bits>(both, T{});
          }
#pragma unroll
          for (int i = 0; i < high; ++i) multiply_add(sum[i][of * 4 + j], fa[i], b[0], b[1], T{});
        }
      }
    }
  }

  /// Adds up what the parts have; the first one then holds all. `room` is of the tiles, which are done with.
  __device__ __forceinline__ void gather(unsigned char* room) {
    f32* const all = reinterpret_cast<f32*>(room) + int(threadIdx.x) % threads;
    for (int other = 1; other < parts; ++other) {
      __syncthreads();
#pragma unroll
      for (int i = 0; i < count; ++i) {
        f32& own = sum[i / 4 / wide][i / 4 % wide][i % 4];
        if (part() == other) all[i * threads] = own;
      }
      __syncthreads();
#pragma unroll
      for (int i = 0; i < count; ++i) {
        f32& own = sum[i / 4 / wide][i / 4 % wide][i % 4];
        if (part() == 0) own += all[i * threads];
      }
    }
  }

  /// Pair `i` of this thread: two neighbouring columns of one row of the tile.
  static __device__ __forceinline__ int row(int i) {
    return first_row() + i / (2 * wide) * 16 + i / 4 % 2 * 8 + int(threadIdx.x) % 32 / 4;
  }
  static __device__ __forceinline__ int column(int i) {
    return first_column() + i % (2 * wide) / 8 * 32 + (int(threadIdx.x) % 4 * 2 + i / 2 % 2) * 4 + i % 2 * 2;
  }
  __device__ __forceinline__ f32 at(int i, int e) const {
    return sum[i / (2 * wide)][i % (2 * wide) / 8 * 4 + i % 2 * 2 + e][i / 2 % 4];
  }
};
