// ```attention strip, or times. The times were measured: never above a task. What the strip strikes waits for the
// answer by itself.
#include "base/words.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/machine_values.hpp"

namespace lesson {
namespace {

void read_attention(LessonDraft& draft, const Piece& piece, Block& block) {
  block.name = piece.argument;
  if (block.name != "strip" && block.name != "times") {
    draft.findings.add(
        piece.argument_place,
        base::say(block.name.empty() ? "lesson.attention.no_name" : "lesson.attention.unknown", {{"word", block.name}}),
        base::say("lesson.attention.form"));
  } else if (block.name == "times" && imported_from().empty()) {
    draft.findings.tell({piece.line, 1, 3}, "lesson.attention.no_times");
  }
  draft.check_empty(piece);
}

}  // namespace

constinit const Fence fences::attention = {
    .word = "attention",
    .words = "lesson.attention.",
    .named = true,
    .above_task = [](const Block& block) { return block.name != "times"; },
    .read = read_attention,
};

}  // namespace lesson
