// The answers that a lesson is played with: out of a file, or the lesson's own.
#pragma once

#include "base/diagnostic.hpp"
#include "base/expected.hpp"
#include "lesson/lesson.hpp"
#include "session/state/services.hpp"

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

/// What the lesson itself would answer, from its model: arrows' ids, a number, a letter, our own words.
[[nodiscard]] std::string own_key(const lesson::Lesson& played, const lesson::Task& task,
                                  const session::Services& services);

}  // namespace cli
