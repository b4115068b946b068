// Four looks a second cost nothing, and work on every file system, over NFS too.
#include "session/state/lesson_watch.hpp"

#include <chrono>

namespace session {

LessonWatch::Stamp LessonWatch::stamp(const std::filesystem::path& file) {
  std::error_code failed;
  Stamp now{std::filesystem::last_write_time(file, failed), 0};
  if (failed) return {};
  now.bytes = std::filesystem::file_size(file, failed);
  return failed ? Stamp{} : now;
}

void LessonWatch::follow(std::filesystem::path file) {
  if (thread_.joinable()) {
    thread_.request_stop();
    ended_.notify_all();
    thread_.join();
  }
  changed_ = false;
  const std::lock_guard lock(mutex_);
  file_ = std::move(file);
  if (file_.empty()) return;
  last_ = stamp(file_);
  thread_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

void LessonWatch::on_wake(std::function<void()> wake) {
  const std::lock_guard lock(mutex_);
  wake_ = std::move(wake);
}

/// An editor that replaces the file leaves none there for a moment: that is no change yet.
bool LessonWatch::compare() {
  const Stamp now = stamp(file_);
  if (now == last_ || now == Stamp{}) return false;
  last_ = now;
  changed_ = true;
  return true;
}

bool LessonWatch::look() {
  const std::lock_guard lock(mutex_);
  if (!file_.empty()) compare();
  return take_change();
}

void LessonWatch::watch(const std::stop_token& stop) {
  constexpr std::chrono::milliseconds beat{250};
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, stop, beat, [] { return false; }) && !stop.stop_requested()) {
    if (compare() && wake_) wake_();
  }
}

}  // namespace session
