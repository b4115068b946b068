// How far the student has come in the course.
#pragma once

#include "session/state/desk.hpp"

#include <string>
#include <vector>

namespace session {

struct LessonProgress {
  int answered = 0, tasks = 0;
  [[nodiscard]] bool begun() const { return answered > 0; }
  [[nodiscard]] bool done() const { return tasks > 0 && answered >= tasks; }
};

class Progress {
 public:
  /// Of this start, and of those before it as the student's file tells.
  explicit Progress(const Desk& desk);

  [[nodiscard]] LessonProgress of(const lesson::Listed& one) const;
  /// Whether anything was answered, so that there are cards to ask again.
  [[nodiscard]] bool begun() const { return !answers_.events.empty(); }
  /// The lesson to go on with: the one that was open last while a task of it is open, else the first such of the
  /// course; null where all is answered.
  [[nodiscard]] const lesson::Listed* next(const std::vector<lesson::Listed>& course) const;

 private:
  const Desk& desk_;
  lesson::Answers answers_;
};

}  // namespace session
