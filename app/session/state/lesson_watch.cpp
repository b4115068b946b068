// Four looks a second cost nothing, and work on every file system, over NFS too.
#include "session/state/lesson_watch.hpp"

#include "lesson/loader.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <utility>

namespace session {
namespace {

/// What tells one writing of a file from the next; a file that is being replaced has none.
struct Stamp {
  std::filesystem::file_time_type written;
  std::uintmax_t bytes = 0;
  bool operator==(const Stamp&) const = default;
};

Stamp stamp_of(const std::filesystem::path& file) {
  std::error_code failed;
  Stamp now{std::filesystem::last_write_time(file, failed), 0};
  if (failed) return {};
  now.bytes = std::filesystem::file_size(file, failed);
  return failed ? Stamp{} : now;
}

}  // namespace

struct LessonWatch::State {
  std::mutex mutex;
  std::condition_variable_any news;
  // Guarded by the mutex.
  std::filesystem::path file;
  Stamp last;
  std::function<void()> wake;
  std::optional<base::Expected<lesson::Lesson>> read;
  bool ended = true;  ///< of the thread

  /// An editor that replaces the file leaves none there for a moment: that is no change yet. The disk is asked without
  /// the lock. False if the other thread read meanwhile, perhaps what is older by now.
  bool look() {
    std::filesystem::path looked;
    Stamp before;
    {
      const std::lock_guard lock(mutex);
      looked = file;
      before = last;
    }
    if (looked.empty()) return true;
    const Stamp now = stamp_of(looked);
    if (now == before || now == Stamp{}) return true;
    auto found = lesson::load(looked);
    std::function<void()> call;
    {
      const std::lock_guard lock(mutex);
      if (file != looked || last != before) return false;
      last = now;
      read = std::move(found);
      call = wake;
    }
    if (call) call();
    return true;
  }

  void watch(const std::stop_token& stop) {
    constexpr std::chrono::milliseconds beat{250};
    for (;;) {
      {
        std::unique_lock lock(mutex);
        news.wait_for(lock, stop, beat, [] { return false; });
      }
      if (stop.stop_requested()) break;
      try {
        (void)look();  // after a beat again
      } catch (const std::exception&) {
        // Out of memory: it looks again.
      }
    }
    const std::lock_guard lock(mutex);
    ended = true;
    news.notify_all();
  }
};

LessonWatch::LessonWatch() : state_(std::make_shared<State>()) {}

void LessonWatch::follow(std::filesystem::path file) {
  if (thread_.joinable()) {
    thread_.request_stop();
    bool ended = false;
    {
      constexpr std::chrono::milliseconds patience{500};
      std::unique_lock lock(state_->mutex);
      state_->wake = nullptr;
      ended = state_->news.wait_for(lock, patience, [&] { return state_->ended; });
    }
    if (ended) {
      thread_.join();
    } else {
      thread_.detach();  // its disk hangs; the state is its own from here on
    }
    auto wake = wake_;
    state_ = std::make_shared<State>();
    state_->wake = std::move(wake);
  }
  if (file.empty()) return;
  {
    const std::lock_guard lock(state_->mutex);
    state_->last = stamp_of(file);
    state_->file = std::move(file);
    state_->ended = false;
  }
  thread_ = std::jthread([state = state_](const std::stop_token& stop) { state->watch(stop); });
}

void LessonWatch::on_wake(std::function<void()> wake) {
  const std::lock_guard lock(state_->mutex);
  wake_ = wake;
  state_->wake = std::move(wake);
}

std::optional<base::Expected<lesson::Lesson>> LessonWatch::take_change() {
  const std::lock_guard lock(state_->mutex);
  return std::exchange(state_->read, std::nullopt);
}

std::optional<base::Expected<lesson::Lesson>> LessonWatch::look() {
  while (!state_->look()) {
  }
  return take_change();
}

}  // namespace session
