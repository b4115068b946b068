// ```class: what the room reads. At most one before the task and one below it: each is a screen.
#include "base/text.hpp"
#include "lesson/fences/fence.hpp"

#include <algorithm>

namespace lesson {
namespace {

void read_class_words(LessonDraft& draft, const Piece& piece, Block& block) {
  const auto same = [&](const Block& b) { return b.is(fences::in_class) && b.after_task == block.after_task; };
  if (std::ranges::count_if(draft.step().blocks, same) > 1) {
    draft.findings.tell({piece.line, 1, 3}, "lesson.class_twice");
  }
  if (base::trim(piece.text).empty()) draft.findings.tell({piece.line, 1, 3}, "lesson.class_empty");
}

}  // namespace

constinit const Fence fences::in_class = {.word = "class", .is_text = true, .read = read_class_words};

}  // namespace lesson
