// Watches the file of an open lesson while its author writes: a change is read and wakes the window, once.
#pragma once

#include "base/expected.hpp"
#include "lesson/lesson.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

namespace session {

/// Asks the disk four times a second, and only while a lesson of a folder of its own is open. It reads on its own
/// thread: a disk that hangs holds up no window, and at the end is not waited for.
class LessonWatch {
 public:
  LessonWatch();
  ~LessonWatch() { follow({}); }
  LessonWatch(const LessonWatch&) = delete;
  LessonWatch& operator=(const LessonWatch&) = delete;

  /// This file from now on; an empty one ends it.
  void follow(std::filesystem::path file);
  /// Called by the watching thread.
  void on_wake(std::function<void()> wake);
  /// The lesson as it was read after a change, once.
  [[nodiscard]] std::optional<base::Expected<lesson::Lesson>> take_change();
  /// The same, after a look at the disk now, by this thread.
  [[nodiscard]] std::optional<base::Expected<lesson::Lesson>> look();

 private:
  struct State;  // shared with a thread that may outlive it

  std::shared_ptr<State> state_;
  std::function<void()> wake_;
  std::jthread thread_;
};

}  // namespace session
