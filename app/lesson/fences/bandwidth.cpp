// ```bandwidth NAME: what if the road were wider.
#include "lesson/fences/fence.hpp"

namespace lesson {

constinit const Fence fences::bandwidth = {
    .word = "bandwidth",
    .words = "lesson.bandwidth.",
    .named = true,
    .read =
        [](LessonDraft& draft, const Piece& piece, Block& block) {
          block.name = piece.argument;
          (void)draft.check_chain(piece, block.name);
          draft.check_empty(piece);
        },
};

}  // namespace lesson
