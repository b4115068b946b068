// The chains of bench_eigen as one would write them with Eigen; a file of its own, since it is compiled for this
// processor (-O3 -march=native), as the device's loops are chosen for it.
#pragma once

#include <cstdint>
#include <span>

namespace bench {

/// Tensors of a chain: inputs in the chain's order (vectors have one row), the output, its rows and columns.
struct EigenArguments {
  const float* const* inputs;
  float* out;
  std::int64_t rows, columns;
};

struct EigenChain {
  const char* name;
  const char* text;                         ///< the same in chain text; R and C stand for sizes
  void (*run)(const EigenArguments&, int);  ///< on so many threads, each with its share of the rows
};
[[nodiscard]] std::span<const EigenChain> eigen_chains();

/// Reads `count` floats on so many threads: what the device does before a cold sample.
[[nodiscard]] float read_all(const float* numbers, std::int64_t count, int threads);

/// Fills by threads with the same shares, so that each owns the pages it works on.
void fill(float* numbers, std::int64_t rows, std::int64_t columns, std::uint64_t seed, std::uint64_t stream,
          int threads);

}  // namespace bench
