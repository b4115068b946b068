// Rows in groups, one group for each expert: which expert a tile of rows belongs to, and rows that a table names.

/// Rows `row` up to `end` of one expert, a tile of which begins at `row`; expert -1: there are no more tiles.
struct ExpertTile {
  int expert, row, end;
};

/// The tile of this number, if the rows of each expert begin a tile of their own. All lanes of a warp ask together: each
/// counts the tiles of one expert, and the sums before it tell where its own begin.
template <int experts, int rows>
__device__ __forceinline__ ExpertTile expert_tile(const int* __restrict__ ends, int tile) {
  constexpr unsigned all = 0xFFFFFFFFu;
  const int lane = threadIdx.x % 32;
  int before = 0;
  for (int first = 0; first < experts; first += 32) {
    const int expert = first + lane;
    const int end = expert < experts ? ends[expert] : 0;
    const int begin = expert > 0 && expert < experts ? ends[expert - 1] : 0;
    const int own = (end - begin + rows - 1) / rows;
    int through = own;
#pragma unroll
    for (int apart = 1; apart < 32; apart *= 2) {
      const int more = __shfl_up_sync(all, through, apart);
      if (lane >= apart) through += more;
    }
    through += before;
    const unsigned beyond = __ballot_sync(all, tile < through);
    if (beyond != 0) {
      const int at = __ffs(int(beyond)) - 1;
      const int row = __shfl_sync(all, begin + (tile - (through - own)) * rows, at);
      return {first + at, row, __shfl_sync(all, end, at)};
    }
    before = __shfl_sync(all, through, 31);
  }
  return {-1, 0, 0};
}

/// Of a box of 64 x 64 in shared memory, as the copy engine lays it out, the first `lines` lines and `columns` columns:
/// by 128 threads, 16 bytes at a time.
template <class T>
__device__ __forceinline__ void part_of_box_out(T* to, i64 line_step, u32 box, int lines, int columns, int thread) {
  const int chunk = thread % 8;
  if (chunk * 8 >= columns) return;
  for (int line = thread / 8; line < lines && line < 64; line += 16) {
    uint4 v;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "r"(box + line * 128 + ((chunk ^ (line & 7)) << 4))
                 : "memory");
    *reinterpret_cast<uint4*>(to + line * line_step + chunk * 8) = v;
  }
}

/// Lines of a tile, each a row that a table names; lines beyond the expert's rows are zeros. The table stays in L1: it is
/// looked up at each step, which costs fewer registers than to keep what it said.
template <class Shape, int threads, int together>
struct NamedRows {
  using T = typename Shape::Element;
  static constexpr int chunks = Shape::chunks, each = Shape::each, apart = threads / chunks;
  static constexpr int count = (Shape::lines + apart - 1) / apart;
  const int* __restrict__ table;
  int first_line, end;

  __device__ __forceinline__ void bring(unsigned char* tile, const Matrix<T>& matrix, int first) const {
    const int chunk = int(threadIdx.x) % chunks, place = first + chunk * each, beyond = matrix.run - place;
    const int across = beyond < 0 ? 0 : beyond < each ? beyond : each;  // elements of a chunk that are there
#pragma unroll 2  // more would take registers that a thread which only copies has not
    for (int i = 0; i < count; ++i) {
      const int line = int(threadIdx.x) / chunks + i * apart;
      if (Shape::lines % apart != 0 && line >= Shape::lines) break;
      const int there = first_line + line < end ? across : 0;
      const T* const from = matrix.from + (there > 0 ? table[first_line + line] * matrix.line + place : 0);
      unsigned char* const to = tile + Shape::at(line, chunk);
      if constexpr (together > 0) {
#pragma unroll
        for (int b = 0; b < 16; b += together) {
          const int left = there * int(sizeof(T)) - b;
          const int bytes = left < 0 ? 0 : left < together ? left : together;  // of 0 bytes nothing is read
          copy_async<together>(shared_address(to + b), reinterpret_cast<const unsigned char*>(from) + (bytes > 0 ? b : 0),
                               bytes);
        }
      } else {
        Vec<T, each> v{};
#pragma unroll
        for (int e = 0; e < each; ++e) {
          if (e < there) v[e] = from[e];
        }
        *reinterpret_cast<Vec<T, each>*>(to) = v;
      }
    }
  }
};

/// Arrives at a barrier when all that this thread has asked for by cp.async is there.
__device__ __forceinline__ void rows_arrive(u32 barrier) {
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(barrier) : "memory");
}
