// Threads that look for work for a moment before they sleep: kernels of one plan follow each other at once.
#include "device/cpu/thread_pool.hpp"

#include <hwy/cache_control.h>

namespace device::cpu {
namespace {

/// Some tens of microseconds: longer than the gap between two kernels, shorter than anybody notices.
constexpr int looks = 1500;

/// Waits until `value` is no longer `old`.
void await_change(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
  for (int i = 0; i < looks; ++i) {
    if (value.load(std::memory_order_acquire) != old) return;
    hwy::Pause();
  }
  while (value.load(std::memory_order_acquire) == old) value.wait(old, std::memory_order_acquire);
}

}  // namespace

ThreadPool::ThreadPool(int threads) {
  try {
    for (int part = 1; part < threads; ++part) threads_.emplace_back([this, part] { serve(part); });
  } catch (...) {  // no more threads can be had
    end();
    throw;
  }
}

ThreadPool::~ThreadPool() {
  end();
}

void ThreadPool::end() {
  ending_ = true;
  launch_.fetch_add(1, std::memory_order_release);
  launch_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadPool::run(const std::function<void(int)>& work) {
  const std::lock_guard lock(turn_);
  work_ = &work;
  running_.store(static_cast<std::uint32_t>(threads_.size()), std::memory_order_relaxed);
  launch_.fetch_add(1, std::memory_order_release);
  launch_.notify_all();
  work(0);
  for (std::uint32_t left = running_.load(std::memory_order_acquire); left != 0;
       left = running_.load(std::memory_order_acquire)) {
    await_change(running_, left);
  }
}

void ThreadPool::serve(int part) {
  for (std::uint32_t seen = 0;;) {
    await_change(launch_, seen);
    seen = launch_.load(std::memory_order_acquire);
    if (ending_) return;
    (*work_)(part);
    if (running_.fetch_sub(1, std::memory_order_acq_rel) == 1) running_.notify_one();
  }
}

}  // namespace device::cpu
