// A fixed team of threads that runs one piece of work at a time, each its own part.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace device::cpu {

/// Waking it is what a kernel launch is on this device. The calling thread does part 0.
class ThreadPool {
 public:
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  [[nodiscard]] int size() const { return static_cast<int>(threads_.size()) + 1; }
  /// Calls work(0) ... work(size() - 1), one on each thread, and returns when all are done. `work` must not throw.
  /// Callers take turns.
  void run(const std::function<void(int)>& work);

 private:
  void serve(int part);
  void end();

  std::mutex turn_;
  const std::function<void(int)>* work_ = nullptr;
  std::atomic<std::uint32_t> launch_{0};
  std::atomic<std::uint32_t> running_{0};
  std::atomic<bool> ending_{false};
  std::vector<std::thread> threads_;
};

}  // namespace device::cpu
