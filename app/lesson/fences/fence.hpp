// A fence of a lesson: the word behind its backticks, and what is read of it. A file of this folder each, and a row in
// fences.cpp; how it looks is in session/lesson/fence_pages.cpp and publish/page_figures.cpp.
#pragma once

#include "lesson/lesson.hpp"
#include "lesson/splitter.hpp"
#include "lesson/task_reader.hpp"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

/// A lesson while its pieces are read.
struct LessonDraft {
  Lesson lesson = {};
  Names names = {};  ///< the nearest chain is the one above the piece that is read
  Findings findings;
  std::map<std::string, int> task_lines = {};  ///< by id
  bool second_task_told = false;               ///< of the last step

  [[nodiscard]] Step& step() { return lesson.steps.back(); }
  /// Of a fence that names a chain; its words are no_name and form.
  [[nodiscard]] bool check_chain(const Piece& piece, std::string_view name);
  /// A figure's fence says all on its first line; its word is full.
  void check_empty(const Piece& piece);
};

struct Fence {
  std::string_view word = {};                  ///< behind the backticks
  std::string_view words = {};                 ///< where its sentences are: "lesson.scene."
  bool named = false;                          ///< it says more behind its word
  bool is_text = false;                        ///< what it holds is read by people: its {values} are filled in
  bool (*above_task)(const Block&) = nullptr;  ///< whether it may stand there; null: it may
  bool (*is_block)(const Piece&) = nullptr;    ///< whether it stands in its step; null: it does
  /// Before all pieces: what others may name.
  void (*announce)(LessonDraft&, const Piece&) = nullptr;
  /// Its block is the last one of the last step already.
  void (*read)(LessonDraft&, const Piece&, Block&) = nullptr;
};

/// All of them, as a lesson's author is told of them; and the one of a word, or null.
[[nodiscard]] std::span<const Fence* const> all_fences();
[[nodiscard]] const Fence* fence_named(std::string_view word);

namespace fences {
extern const Fence chain, plan, task, scene, sweep, bandwidth, ladder, roofline, timeline, levels, imported, refusal,
    calculator, stage, finding, in_class, say, doing, recall;
}  // namespace fences

/// Of the whole lesson, in the order of its steps.
[[nodiscard]] std::vector<const Block*> blocks_of(const Lesson& lesson, const Fence& fence);

}  // namespace lesson
