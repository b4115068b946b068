// A kind of task: what it reads, takes for an answer, judges, types and puts on paper. A file of this folder each, and
// a row in kinds.cpp; what a window does with it is in session/lesson/kinds. Who is neither asks its traits.
#pragma once

#include "lesson/answers.hpp"
#include "lesson/judge.hpp"
#include "lesson/letters.hpp"
#include "lesson/sketch.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

struct TaskBlock;
class TomlReader;

/// How a task is answered.
enum class By {
  marks,     ///< on the arrows of the unfused plan; they come to a count
  number,    ///< typed, or dragged
  letter,    ///< one of some sentences
  curve,     ///< drawn over one of the lesson's sweeps, which it is about
  sentence,  ///< of one's own: nobody judges it
  run,       ///< by running both plans; the reveal follows
};

struct TaskKind {
  std::string_view name = {};  ///< as written in a task: "count_arrows"
  By by = By::number;
  std::string_view asked_if_unsaid = {};  ///< the quantity that it asks where the task names none; empty: none
  bool must_ask = false;                  ///< the task has to name one
  bool needs_chain = true;                ///< of a curve: its sweep has one
  bool takes_confidence = false;          ///< the student may say how sure
  bool marks_in_order = false;            ///< its marks number the arrows, and the last of them locks it
  bool keeps_order = false;               ///< letters: on paper too
  const TaskKind* on_paper = nullptr;     ///< what a quiz asks instead; null: there is no place for it
  std::string_view lock_label = {};       ///< of the button that locks it; empty: it locks itself
  std::string_view not_yet = {};          ///< why that cannot be pressed yet
  std::string_view next_first = {};       ///< why there is no way on

  /// Its own keys, and those of a [[misconception]]; null: it has none.
  void (*read)(TaskBlock&, Task&) = nullptr;
  void (*read_wrong)(TaskBlock&, const Task&, TomlReader&, Misconception&) = nullptr;
  /// Whether there is something to lock; null: always.
  bool (*complete)(const Answer&, const Task&) = nullptr;
  /// What an answer comes to: the number, the letter's index, the index of a curve's bend. Nothing: as yet none; null:
  /// a kind whose answers are no such thing.
  std::optional<double> (*value)(const Answer&, const Task&) = nullptr;
  /// The same of the right answer, as far as it is known, and of any in a few signs: "4", "B".
  std::optional<double> (*truth)(const Task&, const Quantities&) = nullptr;
  std::string (*shown)(const Task&, double value) = nullptr;
  /// Null: not judged, or not by this alone.
  Judgement (*judge)(const Task&, double value, const Quantities&) = nullptr;
  /// What a class votes for, as far as there are letters; null: it has no vote.
  std::vector<Letter> (*letters)(const Task&, const Quantities&, const SketchTruth&) = nullptr;
  /// As one would type it.
  std::string (*typed)(const Answer&) = nullptr;
  /// On a page: where the answer goes, and what is right.
  std::string (*field_html)(const Task&, const Quantities& shown, std::size_t step) = nullptr;
  std::string (*answer_html)(const Task&, const Quantities& known) = nullptr;

  [[nodiscard]] bool is_run() const { return by == By::run; }
  /// What it asks is a number, however it is said.
  [[nodiscard]] bool asks_number() const { return by == By::number || by == By::marks; }
  [[nodiscard]] bool is_voted() const { return letters != nullptr; }
};

/// All of them, as a lesson's author is told of them.
[[nodiscard]] std::span<const TaskKind* const> task_kinds();

namespace kinds {
extern const TaskKind count_arrows, strike, number, choice, true_false, run, words, sketch;
}  // namespace kinds

}  // namespace lesson
