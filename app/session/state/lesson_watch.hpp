// Watches the file of an open lesson while its author writes: a change wakes the window, once.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <thread>

namespace session {

/// Asks the disk four times a second, and only while a lesson of a folder of its own is open.
class LessonWatch {
 public:
  LessonWatch() = default;
  ~LessonWatch() { follow({}); }
  LessonWatch(const LessonWatch&) = delete;
  LessonWatch& operator=(const LessonWatch&) = delete;

  /// This file from now on; an empty one ends it.
  void follow(std::filesystem::path file);
  /// Called by the watching thread.
  void on_wake(std::function<void()> wake);
  /// True once after each change.
  [[nodiscard]] bool take_change() { return changed_.exchange(false); }
  /// The same, after a look at the disk now.
  [[nodiscard]] bool look();

 private:
  /// What tells one writing of a file from the next; a file that is being replaced has none.
  struct Stamp {
    std::filesystem::file_time_type written;
    std::uintmax_t bytes = 0;
    bool operator==(const Stamp&) const = default;
  };
  [[nodiscard]] static Stamp stamp(const std::filesystem::path& file);
  void watch(const std::stop_token& stop);
  bool compare();

  std::mutex mutex_;
  std::condition_variable_any ended_;
  std::filesystem::path file_;
  Stamp last_;
  std::function<void()> wake_;
  std::atomic<bool> changed_ = false;
  std::jthread thread_;
};

}  // namespace session
