// The answers in a file that a lesson is played with.
#pragma once

#include "base/diagnostic.hpp"
#include "base/expected.hpp"
#include "lesson/lesson.hpp"

#include <map>
#include <string>

namespace cli {

struct PlayedAnswer {
  std::string text;        ///< as one would type it
  base::Diagnostic place;  ///< of its line in the file
};
using PlayedAnswers = std::map<std::string, PlayedAnswer>;  ///< by the task's id

/// "TASK = ANSWER" lines; '#' begins a comment line. Or the file that a student hands in.
[[nodiscard]] base::Expected<PlayedAnswers> read_answers(const std::string& file, const lesson::Lesson& played);

}  // namespace cli
