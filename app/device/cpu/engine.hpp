// What all experiments on this processor share: the threads, the tile, the caches' sizes and the flush.
#pragma once

#include "base/units.hpp"
#include "chain/dtype.hpp"
#include "chain/table_data.hpp"
#include "device/cpu/buffer.hpp"
#include "device/cpu/kernels.hpp"
#include "device/cpu/thread_pool.hpp"
#include "machine/probe.hpp"

#include <atomic>
#include <functional>

namespace device::cpu {

class Engine {
 public:
  Engine();

  [[nodiscard]] const machine::Processor& processor() const { return processor_; }
  [[nodiscard]] ThreadPool& pool() { return pool_; }
  /// Bytes of the last-level cache; 32 MiB where the system does not tell (`last_level_told`).
  [[nodiscard]] std::int64_t last_level() const;
  [[nodiscard]] bool last_level_told() const { return processor_.last_level.value > 0; }
  /// Whether a kernel that writes so many bytes stores them around the caches.
  [[nodiscard]] bool streams(std::int64_t bytes) const { return bytes > last_level(); }

  /// Elements of a fused tile; calibrated or the default.
  [[nodiscard]] std::int64_t tile() const { return tile_; }
  void set_tile(std::int64_t elements) { tile_ = elements; }

  /// Bytes read to flush; memory it still has to allocate.
  [[nodiscard]] std::int64_t flush_bytes() const { return 2 * last_level(); }
  [[nodiscard]] std::int64_t flush_unallocated() const { return flush_.empty() ? flush_bytes() : 0; }
  /// Everything else leaves the caches, and nothing dirty stays: a clean buffer of twice the last level is read.
  void flush();

  /// Calls body(first, last) on every thread with its share of `count` elements, in whole tiles: the same share that
  /// the kernels give it.
  void share(std::int64_t count, const std::function<void(int thread, std::int64_t first, std::int64_t last)>& body);

  /// Fills with base::random_element(seed, stream, index), rounded to the buffer's dtype, or random_integer; or with
  /// base::exact_element.
  void fill(Buffer& buffer, std::uint64_t seed, std::uint64_t stream, bool exact = false);
  static void fill_table(Buffer& buffer, std::uint64_t seed, std::uint64_t stream, const chain::TableData& table);
  void poison(Buffer& buffer);

 private:
  void fill_packed(Buffer& buffer, std::uint64_t seed, std::uint64_t stream, bool exact);

  machine::Processor processor_;
  ThreadPool pool_;
  std::atomic<std::int64_t> tile_;
  Buffer flush_;
};

[[nodiscard]] Format format_of(chain::Dtype dtype);

[[nodiscard]] constexpr std::int64_t divided_up(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

/// The part of `units` pieces of work that a thread of a pool does.
struct Share {
  std::int64_t first = 0, last = 0;
};
[[nodiscard]] constexpr Share share_of(std::int64_t units, int thread, int threads) {
  return {units * thread / threads, units * (thread + 1) / threads};
}

}  // namespace device::cpu
