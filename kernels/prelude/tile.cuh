// Tiles of matrices in shared memory: how they are brought in, and in which order blocks take them.

/// `lines` runs of `run` neighbouring elements. Chunks of 16 bytes are swizzled: eight lines' chunks of one number lie in
/// eight different groups of banks, so that a warp reads them at once.
template <class T, int lines_, int run_>
struct Tile {
  using Element = T;
  static constexpr int lines = lines_, run = run_;
  static constexpr int each = 16 / int(sizeof(T)), chunks = run / each, bytes = lines * run * int(sizeof(T));
  /// Bytes from the tile's start to a chunk.
  static __device__ __forceinline__ int at(int line, int chunk) {
    constexpr int share = chunks < 8 ? 8 / chunks : 1, mask = (chunks < 8 ? chunks : 8) - 1;
    return (line * chunks + (chunk ^ (line / share & mask))) * 16;
  }
  /// The place of one element.
  static __device__ __forceinline__ const T* element(const unsigned char* tile, int line, int place) {
    return reinterpret_cast<const T*>(tile + at(line, place / each)) + place % each;
  }
  static __device__ __forceinline__ f32 number(const unsigned char* tile, int line, int place) {
    return to_f32(*element(tile, line, place));
  }
};

/// A matrix in memory as lines of a tile: what lies outside of it counts as zero.
template <class T>
struct Matrix {
  const T* from;
  i64 line, step;  ///< elements from line to line and, inside a line, from one to the next
  int lines, run;  ///< how many lines, and elements of each
};

__device__ __forceinline__ u32 shared_address(const void* p) {
  return u32(__cvta_generic_to_shared(p));
}

/// Asynchronous copies: a thread goes on while they are under way; it waits for all but the youngest `behind` groups.
template <int bytes>
__device__ __forceinline__ void copy_async(u32 to, const void* from, int there) {
#if __CUDA_ARCH__ >= 800
  if constexpr (bytes == 16) {  // past L1: nobody here meets it again
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(there) : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(from), "n"(bytes), "r"(there) : "memory");
  }
#endif
}
__device__ __forceinline__ void copy_commit() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
template <int behind>
__device__ __forceinline__ void copy_wait() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" ::"n"(behind) : "memory");
#endif
}

/// Brings a tile in. `together` bytes move at once, 16, 8 or 4, as the matrix is aligned; 0: element by element. Lines
/// that are rows or columns of the result need no zeros where there are none (`fills` false): nobody looks at such sums.
template <class Shape, int threads, int together, bool fills = true>
__device__ __forceinline__ void bring_tile(unsigned char* tile, const Matrix<typename Shape::Element>& matrix, int first_line,
                                           int first) {
  using T = typename Shape::Element;
  constexpr int chunks = Shape::chunks, each = Shape::each, apart = threads / chunks;
  static_assert(threads % chunks == 0, "a thread's chunks have one number in their lines");
  const int own_line = first_line + int(threadIdx.x) / chunks, chunk = int(threadIdx.x) % chunks;
  const int own_place = first + chunk * each, beyond = matrix.run - own_place;
  const int across = beyond < 0 ? 0 : beyond < each ? beyond : each;  // elements of a chunk that are there
  const T* const own = matrix.from + own_line * matrix.line + own_place * matrix.step;
#pragma unroll
  for (int i = 0; i < (Shape::lines + apart - 1) / apart; ++i) {
    const int line = int(threadIdx.x) / chunks + i * apart;
    if (Shape::lines % apart != 0 && line >= Shape::lines) break;
    const int there = first_line + line < matrix.lines ? across : 0;
    if (!fills && first_line + line >= matrix.lines) continue;
    const T* const from = own + i * apart * matrix.line;
    unsigned char* const to = tile + Shape::at(line, chunk);
    if constexpr (together > 0) {
#pragma unroll
      for (int b = 0; b < 16; b += together) {
        const int left = there * int(sizeof(T)) - b;
        const int bytes = left < 0 ? 0 : left < together ? left : together;  // of 0 bytes nothing is read
        copy_async<together>(shared_address(to + b), reinterpret_cast<const unsigned char*>(from) + b, bytes);
      }
    } else {
      Vec<T, each> v{};
#pragma unroll
      for (int e = 0; e < each; ++e) {
        if (e < there) v[e] = from[e * matrix.step];
      }
      *reinterpret_cast<Vec<T, each>*>(to) = v;
    }
  }
}

/// The order in which tiles are taken: eight rows of them at a time, column after column. Blocks that run beside each
/// other then share what they read while it is in L2.
struct TileOrder {
  int rows, columns;
  __device__ __forceinline__ void find(int tile, int& row, int& column) const {
    constexpr int high = 8;
    const int strip = tile / (high * columns), first = strip * high, inside = tile - first * columns;
    const int tall = rows - first < high ? rows - first : high;
    row = first + inside % tall;
    column = inside / tall;
  }
};
