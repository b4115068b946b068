// Tiles of a cache that lies in pages: each line is found through a table, then moved as any other.

/// Line l is line l % page of slice table[l / page]; where the table names no slice, it counts as zeros.
template <class T, int page_>
struct Pages {
  static constexpr int page = page_;
  const T* from;  ///< the part of slice 0 that is this matrix's
  const int* table;
  i64 slice, line;  ///< elements from slice to slice, and from line to line of one
  u32 slices;
  int lines, run;  ///< how many lines in all, and elements of each
};

/// The slices that a thread's lines of a tile lie in. Looked up one tile ahead, while copies are under way, nobody waits
/// for the table. Tiles begin at multiples of their lines: where these fit into a page, or pages into them, all threads
/// ask for the same few names.
template <class Shape, int page, int threads>
struct PageNames {
  static constexpr int apart = threads / Shape::chunks, all = (Shape::lines + apart - 1) / apart;
  static constexpr bool within_page = page % Shape::lines == 0, pages_within = Shape::lines % page == 0 && page % apart == 0;
  static constexpr int lines_a_name = within_page ? all : pages_within ? page / apart : 1;
  int of[all / lines_a_name];
  __device__ __forceinline__ void look(const Pages<typename Shape::Element, page>& matrix, int first_line) {
#pragma unroll
    for (int i = 0; i < all / lines_a_name; ++i) {
      const int own = within_page || pages_within ? 0 : int(threadIdx.x) / Shape::chunks;
      const int key = first_line + own + i * lines_a_name * apart;
      of[i] = key < matrix.lines ? matrix.table[key / page] : 0;
    }
  }
};

template <class Shape, int threads, int together, int page>
__device__ __forceinline__ void bring_tile(unsigned char* tile, const Pages<typename Shape::Element, page>& matrix,
                                           int first_line, int, const PageNames<Shape, page, threads>& names) {
  using T = typename Shape::Element;
  using Names = PageNames<Shape, page, threads>;
  constexpr int chunks = Shape::chunks, each = Shape::each, apart = Names::apart;
  static_assert(threads % chunks == 0, "a thread's chunks have one number in their lines");
  const int chunk = int(threadIdx.x) % chunks, place = chunk * each, beyond = matrix.run - place;
  const int across = beyond < 0 ? 0 : beyond < each ? beyond : each;  // elements of a chunk that are there
#pragma unroll
  for (int i = 0; i < Names::all; ++i) {
    const int line = int(threadIdx.x) / chunks + i * apart, key = first_line + line;
    if (Shape::lines % apart != 0 && line >= Shape::lines) break;
    const int named = names.of[i / Names::lines_a_name];
    const bool found = key < matrix.lines && u32(named) < matrix.slices;
    const int there = found ? across : 0;
    const T* const from = matrix.from + (found ? i64(named) * matrix.slice + key % page * matrix.line + place : 0);
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
        if (e < there) v[e] = from[e];
      }
      *reinterpret_cast<Vec<T, each>*>(to) = v;
    }
  }
}

/// With no time to look ahead.
template <class Shape, int threads, int together, int page>
__device__ __forceinline__ void bring_tile(unsigned char* tile, const Pages<typename Shape::Element, page>& matrix,
                                           int first_line, int first) {
  PageNames<Shape, page, threads> names;
  names.look(matrix, first_line);
  bring_tile<Shape, threads, together, page>(tile, matrix, first_line, first, names);
}
