// ```timeline NAME, or NAME unfused: a chain's kernels one after the other, and the gaps between them, as the GPU whose
// recordings are here ran them.
#include "base/text.hpp"
#include "lesson/fences/fence.hpp"

namespace lesson {
namespace {

void read_timeline(LessonDraft& draft, const Piece& piece, Block& block) {
  const std::vector<std::string_view> words = base::split(piece.argument, ' ');
  block.name = words.front();
  (void)draft.check_chain(piece, block.name);
  if (words.size() == 2 && words.back() == "unfused") {
    block.scene = SceneKind::unfused;
  } else if (words.size() > 1) {
    draft.findings.tell(piece.argument_place, "lesson.timeline.unknown", {{"word", words.back()}});
  }
  draft.check_empty(piece);
}

}  // namespace

constinit const Fence fences::timeline = {
    .word = "timeline", .words = "lesson.timeline.", .named = true, .read = read_timeline};

}  // namespace lesson
