// ```refusal NAME: why the kernels of that chain's fused plan stay apart, as the program says it. It tells how many
// there are: never above a task.
#include "lesson/fences/fence.hpp"

namespace lesson {

constinit const Fence fences::refusal = {
    .word = "refusal",
    .words = "lesson.refusal.",
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
