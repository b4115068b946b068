// ```say and ```do: the presenter's notes.
#include "base/text.hpp"
#include "lesson/fences/fence.hpp"

namespace lesson {
namespace {

void read_notes(LessonDraft& draft, const Piece& piece, Block&) {
  if (base::trim(piece.text).empty()) draft.findings.tell({piece.line, 1, 3}, "lesson.empty_fence");
}

}  // namespace

constinit const Fence fences::say = {.word = "say", .is_text = true, .read = read_notes};
constinit const Fence fences::doing = {.word = "do", .is_text = true, .read = read_notes};

}  // namespace lesson
