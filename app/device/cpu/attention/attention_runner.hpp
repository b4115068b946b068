// Attention as one kernel: scores, their softmax and the weighted values of some queries, keys after keys.
#pragma once

#include "device/cpu/attention/layout.hpp"
#include "device/cpu/buffer.hpp"
#include "device/cpu/engine.hpp"
#include "device/cpu/product/pack.hpp"
#include "device/cpu/program.hpp"
#include "device/cpu/tensor.hpp"
#include "device/cpu/thread_pool.hpp"
#include "device/cpu/workspace.hpp"

#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace device::cpu {

class AttentionRunner {
 public:
  /// `tensors` by value of the chain; they stay where they are. Throws DeviceError when there is no memory.
  AttentionRunner(AttentionStage stage, std::span<const Tensor> tensors, ThreadPool& pool, Fault fault);
  ~AttentionRunner();
  AttentionRunner(const AttentionRunner&) = delete;
  AttentionRunner& operator=(const AttentionRunner&) = delete;

  /// Throws base::Cancelled, between the tiles of queries. What it moves nobody counts, as of products.
  void run(const std::stop_token& stop);
  /// Floats of a thread's scratch.
  [[nodiscard]] static std::int64_t floats(const AttentionStage& stage, int threads);

 private:
  struct Thread;
  struct Place;
  [[nodiscard]] Place place_of(std::int64_t unit) const;
  /// Keys from `key` on, `count` of them; their values, the sum's depth. Through a table, no more than lie together.
  [[nodiscard]] Lines keys(std::int64_t group, std::int64_t key, std::int64_t count) const;
  [[nodiscard]] Lines values(std::int64_t group, std::int64_t key, std::int64_t count) const;
  [[nodiscard]] const std::byte* line(const plan::Product& of, std::int64_t group, std::int64_t key) const;
  void pack_lines(Thread& thread, const plan::Product& of, Share keys, float* to) const;
  [[nodiscard]] std::int64_t tiles_seen(const Place& place) const;
  void work(Thread& thread, int index, const std::stop_token& stop) const;
  void take_queries(Thread& thread, const Place& place) const;
  void pack_keys(Thread& thread, const Place& place, std::int64_t tile) const;
  void score(Thread& thread, const Place& place, std::int64_t tile) const;
  void soften(Thread& thread, const Place& place, std::int64_t tile) const;
  void add_values(Thread& thread, const Place& place, std::int64_t tile) const;
  void finish(Thread& thread, const Place& place, std::int64_t rows) const;

  AttentionStage stage_;
  std::span<const Tensor> tensors_;
  ThreadPool& pool_;
  Fault fault_;
  AttentionLayout layout_;
  int maximum_slot_, sum_slot_;
  std::vector<std::unique_ptr<Thread>> threads_;
};

}  // namespace device::cpu
