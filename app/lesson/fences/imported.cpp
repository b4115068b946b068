// ```imported NAME: how other programs cut that chain, and how long they took, as bars; `imported NAME cuts`: each cut
// as a row of kernels, ours below theirs. It tells what was timed: never above a task.
#include "base/text.hpp"
#include "lesson/fences/fence.hpp"

namespace lesson {

constinit const Fence fences::imported = {
    .word = "imported",
    .words = "lesson.imported.",
    .named = true,
    .above_task = [](const Block&) { return false; },
    .read =
        [](LessonDraft& draft, const Piece& piece, Block& block) {
          const std::vector<std::string_view> words = base::split(piece.argument, ' ');
          block.name = words.front();
          if (!draft.check_chain(piece, block.name)) return;
          if (words.size() > 2 || (words.size() == 2 && words[1] != "cuts")) {
            draft.findings.tell(piece.argument_place, "lesson.imported.unknown", {{"word", words[1]}});
          } else if (words.size() == 2) {
            block.plan = words[1];
          }
          draft.check_empty(piece);
        },
};

}  // namespace lesson
