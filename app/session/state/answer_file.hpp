// The file of this student's answers, held for one turn of writing.
#pragma once

#include "lesson/answers.hpp"
#include "session/state/line_file.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace session {

/// user_data()/answers.jsonl
[[nodiscard]] std::filesystem::path answers_path();

/// Open and locked: another window waits.
class AnswerFile {
 public:
  /// Makes the file if there is none; one of which no line is sound is moved aside first. Throws MachineError.
  AnswerFile();

  [[nodiscard]] const lesson::Answers& answers() const { return answers_; }
  /// A sentence about what was moved aside; mostly empty.
  [[nodiscard]] const std::string& said() const { return said_; }
  /// All of them, at the end, or none (but for one that is too long, which is said); on the disk when it returns. What
  /// a killed writer left of a last line goes first. Throws MachineError.
  void add(const std::vector<lesson::AnswerEvent>& events);

 private:
  void read();

  LineFile file_;
  lesson::Answers answers_;
  std::string said_;
};

}  // namespace session
