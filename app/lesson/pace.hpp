// How long a lesson takes at a reader's pace and at a lecturer's: words at 180 a minute, 8 seconds an action.
#pragma once

#include "lesson/lesson.hpp"
#include "study/study.hpp"

#include <string>
#include <vector>

namespace lesson {

inline constexpr double words_a_minute = 180, seconds_an_action = 8;

/// One step, without the time that a run itself takes.
struct StepPace {
  std::string title;
  int minutes = 0;           ///< as its heading says; 0: it does not
  std::size_t read = 0;      ///< words of the student's page, with the answer's
  std::size_t said = 0;      ///< words of a class: its lines, what the lecturer says and does, question and choices
  int pressed = 0, led = 0;  ///< actions of the student; of the lecturer
  bool runs = false;

  [[nodiscard]] double alone() const;     ///< minutes of a student
  [[nodiscard]] double in_class() const;  ///< minutes of a lecturer
};

/// Findings are read by their longest case. An arrow to mark is an action.
[[nodiscard]] std::vector<StepPace> pace(const Lesson& lesson, const study::Machine& machine);
/// Minutes of a student until the first run is pressed; nothing where there is none.
[[nodiscard]] std::optional<double> minutes_to_run(const std::vector<StepPace>& steps);

}  // namespace lesson
