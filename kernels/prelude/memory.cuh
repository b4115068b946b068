// Loads and stores of a Vec: one access of up to 16 bytes.

template <int width, class T>
__device__ __forceinline__ Vec<T, width> load(const T* from) {
  return *reinterpret_cast<const Vec<T, width>*>(from);
}

/// At the end of a tensor: only the elements that are `left`.
template <int width, class T>
__device__ __forceinline__ Vec<T, width> load_some(const T* from, i64 left) {
  if (left >= width) return load<width>(from);
  Vec<T, width> v{};
#pragma unroll
  for (int e = 0; e < width; ++e) {
    if (e < left) v[e] = from[e];
  }
  return v;
}

template <int width, class T>
__device__ __forceinline__ void store(T* to, const Vec<T, width>& v) {
  if constexpr (sizeof(v) == 16 && sizeof(T) == 2) {  // said aloud: the compiler now and then makes several of it
    uint4 w;
    memcpy(&w, &v, sizeof w);
    asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(w.x), "r"(w.y), "r"(w.z), "r"(w.w) : "memory");
  } else {
    *reinterpret_cast<Vec<T, width>*>(to) = v;
  }
}

template <int width, class T>
__device__ __forceinline__ void store_some(T* to, const Vec<T, width>& v, i64 left) {
  if (left >= width) return store<width>(to, v);
#pragma unroll
  for (int e = 0; e < width; ++e) {
    if (e < left) to[e] = v[e];
  }
}

/// Part of a row kept in shared memory: each thread reads back only what it wrote, so no barrier is needed.
template <int width>
__device__ __forceinline__ Vec<f32, width> piece_of(const f32* v) {
  Vec<f32, width> piece;
#pragma unroll
  for (int e = 0; e < width; ++e) piece[e] = v[e];
  return piece;
}

template <int width>
__device__ __forceinline__ void put(f32* to, const f32 (&v)[width]) {
  constexpr int piece = width < 4 ? width : 4;
#pragma unroll
  for (int e = 0; e < width; e += piece) store<piece>(to + e, piece_of<piece>(v + e));
}

template <int width>
__device__ __forceinline__ void get(const f32* from, f32 (&v)[width]) {
  constexpr int piece = width < 4 ? width : 4;
#pragma unroll
  for (int e = 0; e < width; e += piece) {
    const Vec<f32, piece> part = load<piece>(from + e);
#pragma unroll
    for (int i = 0; i < piece; ++i) v[e + i] = part[i];
  }
}
