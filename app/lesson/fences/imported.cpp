// ```imported NAME: how other programs cut that chain, and how long they took. It tells what was timed: never above a
// task.
#include "lesson/fences/fence.hpp"

namespace lesson {

constinit const Fence fences::imported = {
    .word = "imported",
    .words = "lesson.imported.",
    .named = true,
    .above_task = [](const Block&) { return false; },
    .read =
        [](LessonDraft& draft, const Piece& piece, Block& block) {
          block.name = piece.argument;
          (void)draft.check_chain(piece, block.name);
          draft.check_empty(piece);
        },
};

}  // namespace lesson
