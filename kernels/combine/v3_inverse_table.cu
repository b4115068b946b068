// Combine, version 3: y[i[j]] += v[j]. v is [entries, columns].
// Bytes an element: 4 read of v, 4 written of y: one trip of each. The tables are a thousandth of it.
// New here: the table is turned round first: which entries go to row r? They are counted, the counts added up to places,
// and each entry put down in its row's places. A row then reads only what is its own, and in order: the same bits in every
// run, though the entries came to their places in any order.
// Launch: a thread a row, then an entry; one block of 1024 threads for the places; a thread an entry; a block of 256 threads
// for 1024 elements of a row of y.
extern "C" __global__ void __launch_bounds__(256) combine_v3_zero(int* __restrict__ counts, const i64 rows) {
  const i64 row = i64(blockIdx.x) * 256 + threadIdx.x;
  if (row < rows) counts[row] = 0;
}

extern "C" __global__ void __launch_bounds__(256)
    combine_v3_count(const int* __restrict__ i, int* __restrict__ counts, const i64 entries) {
  const i64 j = i64(blockIdx.x) * 256 + threadIdx.x;
  if (j < entries) atomicAdd(counts + i[j], 1);  // of whole numbers: the order does not matter
}

/// stops[r]: where row r's places begin, that is, where those of the rows before stop. One block: a thread adds up some
/// neighbouring rows, and the threads' sums are added up in turns.
extern "C" __global__ void __launch_bounds__(1024)
    combine_v3_places(const int* __restrict__ counts, int* __restrict__ stops, const i64 rows) {
  constexpr int threads = 1024;
  __shared__ int sums[threads];
  const i64 each = (rows + threads - 1) / threads, first = threadIdx.x * each;
  const i64 end = first + each < rows ? first + each : rows;
  int own = 0;
  for (i64 row = first; row < end; ++row) own += counts[row];
  sums[threadIdx.x] = own;
  __syncthreads();
  for (int apart = 1; apart < threads; apart *= 2) {  // after each turn a sum reaches twice as far back
    const int more = int(threadIdx.x) >= apart ? sums[threadIdx.x - apart] : 0;
    __syncthreads();
    sums[threadIdx.x] += more;
    __syncthreads();
  }
  int place = sums[threadIdx.x] - own;
  for (i64 row = first; row < end; ++row) {
    stops[row] = place;
    place += counts[row];
  }
}

/// Each entry takes a place of its row. Afterwards stops[r] is where the places of row r stop.
extern "C" __global__ void __launch_bounds__(256)
    combine_v3_put(const int* __restrict__ i, int* __restrict__ stops, int* __restrict__ sources, const i64 entries) {
  const i64 j = i64(blockIdx.x) * 256 + threadIdx.x;
  if (j < entries) sources[atomicAdd(stops + i[j], 1)] = int(j);
}

extern "C" __global__ void __launch_bounds__(256)
    combine_v3_add(const f32* __restrict__ v, const int* __restrict__ stops, const int* __restrict__ sources,
                   f32* __restrict__ y, const i64 columns, const i64 parts) {
  const i64 row = blockIdx.x / parts, c = (blockIdx.x % parts * 256 + threadIdx.x) * 4;
  if (c >= columns) return;
  const int begin = row > 0 ? stops[row - 1] : 0, end = stops[row];
  Vec<f32, 4> sum{};
  // Few entries a row, in any order: the next one is the smallest that is larger than the last one.
  for (int last = -1, left = end - begin; left > 0; --left) {
    int next = 0x7FFFFFFF;
    for (int p = begin; p < end; ++p) {
      const int source = sources[p];
      if (source > last && source < next) next = source;
    }
    const Vec<f32, 4> more = load<4>(v + i64(next) * columns + c);
#pragma unroll
    for (int e = 0; e < 4; ++e) sum[e] += more[e];
    last = next;
  }
  store(y + row * columns + c, sum);
}
