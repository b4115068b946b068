// ```roofline NAME, or NAME eager: a chain's plans as dots under the roofs of the GPU whose recordings are here. It
// tells bytes and times: never above a task.
#include "base/text.hpp"
#include "lesson/fences/fence.hpp"

namespace lesson {
namespace {

void read_roofline(LessonDraft& draft, const Piece& piece, Block& block) {
  const std::vector<std::string_view> words = base::split(piece.argument, ' ');
  block.name = words.front();
  (void)draft.check_chain(piece, block.name);
  block.eager = words.size() == 2 && words.back() == "eager";
  if (words.size() > 1 && !block.eager) {
    draft.findings.tell(piece.argument_place, "lesson.roofline.unknown", {{"word", words.back()}});
  }
  draft.check_empty(piece);
}

}  // namespace

constinit const Fence fences::roofline = {
    .word = "roofline",
    .words = "lesson.roofline.",
    .named = true,
    .above_task = [](const Block&) { return false; },
    .read = read_roofline,
};

}  // namespace lesson
