// A class's answers to one lesson, counted task by task against what the model says. Nobody is ranked: no name in it.
#pragma once

#include "lesson/answers.hpp"
#include "lesson/values.hpp"

#include <optional>
#include <string>
#include <vector>

namespace lesson {

/// Those who gave the same answer.
struct SameAnswer {
  double value = 0;   ///< the number, the choice's index, or where a sketch bends, by index
  std::string shown;  ///< "4", "2.00x", "B"
  int students = 0;
  int sure = 0;  ///< of them, who said so
  bool right = false;
  std::string mistake;  ///< the likely cause in a few words; empty if it is right, or none was recognised
};

/// A wrong turn and how many took it.
struct Cause {
  std::string name;         ///< in a few words
  std::string explanation;  ///< in full, as plain text
  int students = 0;
};

struct TaskTally {
  Task task;
  std::string step;  ///< its title
  int answered = 0;
  int skipped = 0;      ///< and never answered
  bool judged = false;  ///< right and wrong can be told; not of times, which each student's own machine told
  int right = 0;
  std::optional<double> truth;      ///< number, choice: by the model, or by the lesson
  std::vector<SameAnswer> answers;  ///< number, choice, sketch: by value
  std::vector<double> guesses;      ///< number: every one, ascending
  std::vector<Cause> causes;        ///< the most frequent first
};

/// The middle of some numbers, and of their halves.
struct Spread {
  double median = 0, q1 = 0, q3 = 0;
};
/// Needs at least one, in order.
[[nodiscard]] Spread spread_of(const std::vector<double>& ascending);

/// A number whose truth a clock tells, on each machine another.
[[nodiscard]] bool told_by_a_run(const Task& task);

/// Every task of the lesson but runs, the first lock of each student. `truth` as lesson_quantities gives it.
[[nodiscard]] std::vector<TaskTally> tally(const Lesson& lesson, const std::vector<Answers>& students,
                                           const Quantities& truth);

/// Answers of this lesson that none of its tasks could have got, at their lines.
[[nodiscard]] base::Diagnostics misfits(const Lesson& lesson, const Answers& answers, std::string_view file);

}  // namespace lesson
