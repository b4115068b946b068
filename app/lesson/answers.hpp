// A student's answers as a file of lines: what is told is added at the end, nothing is ever changed or taken out. The
// same file is kept between two starts, handed in, and merged with a class's.
#pragma once

#include "base/expected.hpp"
#include "lesson/lesson.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

inline constexpr std::int64_t max_answers_bytes = std::int64_t{8} * 1024 * 1024;
inline constexpr std::size_t max_answer_line = std::size_t{64} * 1024;  ///< its end included
inline constexpr std::size_t max_student_letters = 80;

/// How sure a student said to be of a number or a choice.
enum class Confidence { unsaid, guess, likely, sure };
/// As it is written in the file; empty where nothing was said.
[[nodiscard]] std::string_view name(Confidence confidence);
/// One that can be said, by its name.
[[nodiscard]] std::optional<Confidence> confidence_named(std::string_view name);

/// What a student did about one task.
struct Answer {
  bool locked = false;
  bool skipped = false;
  bool hint = false;                           ///< was asked for
  std::string typed;                           ///< number, sketch: as typed; words: the sentence
  std::optional<double> guess;                 ///< number: what it means
  std::vector<std::string> marks;              ///< count_arrows: ids in the order they were marked
  std::set<std::string> struck;                ///< strike
  int chosen = -1;                             ///< choice
  std::map<std::int64_t, double> curve;        ///< sketch: heights by place
  Confidence confidence = Confidence::unsaid;  ///< number, choice, sketch
  bool operator==(const Answer&) const = default;
};
/// The same but for how the student came to it, by way of a hint or of skipping it first, and how sure of it.
[[nodiscard]] bool same_answer(const Answer& a, const Answer& b);
/// Whether it can be an answer to this task; that arrows are those of its chain is not looked at.
[[nodiscard]] bool answers_task(const Answer& answer, const Task& task);
/// Whether there is an answer to lock.
[[nodiscard]] bool is_complete(const Answer& answer, const Task& task);

/// One line.
struct AnswerEvent {
  enum class Kind {
    begun,     ///< the first line: `text` is the file's own id
    named,     ///< `text` is the student's name, or what stands for one
    answered,  ///< a task, so far
    restarted  ///< a lesson was started over: its answers are open again
  } kind = Kind::answered;
  std::string lesson, task;  ///< their ids
  std::string text;
  Answer answer;
  std::string at;  ///< in UTC, ISO 8601
  int line = 0;    ///< where it stood
};

/// What a file holds.
struct Answers {
  std::string id;                   ///< of the file; empty if its first line is gone
  std::string student;              ///< the last name given, as it stands there; may be empty
  std::vector<AnswerEvent> events;  ///< answered and restarted, of sound lines, in order
  base::Diagnostics flaws;          ///< lines that could not be used, and places where lines are missing
  int sound = 0;                    ///< lines that could be used
  int torn = 0;                     ///< the last line, if its writer was stopped halfway; left out without a flaw
  std::size_t whole = 0;            ///< bytes before the torn line
  std::string seal;                 ///< of the last sound line
};

/// Never fails: what is sound is used, and the rest named in `flaws`. `file` names the text in them.
[[nodiscard]] Answers read_answers(std::string_view text, std::string_view file);
/// A file of at most max_answers_bytes; a mistake where it cannot be read, or where no line of it is sound.
[[nodiscard]] base::Expected<Answers> load_answers(const std::filesystem::path& path);

/// The line of an event, its end included, chained to the line before by that one's seal: a line that is changed, or
/// gone from the middle, shows. Not a signature: who wants to forge one can.
[[nodiscard]] std::string sealed_line(const AnswerEvent& event, std::string_view seal_before);
/// The seal of a line that sealed_line made.
[[nodiscard]] std::string seal_of(std::string_view line);
/// How every line begins, so that these files are told from others.
[[nodiscard]] bool looks_like_answers(std::string_view text);

using Fits = std::function<bool(const std::string& task, const Answer& answer)>;
/// Where a lesson stands, by task, since it was last started over: the first lock that fits, or else what was told
/// last.
[[nodiscard]] std::map<std::string, Answer> standing(const Answers& answers, std::string_view lesson, const Fits& fits);
/// The first lock of each task that fits, whatever was started over since: later ones may know the answer.
[[nodiscard]] std::map<std::string, AnswerEvent> first_locks(const Answers& answers, std::string_view lesson,
                                                             const Fits& fits);

}  // namespace lesson
