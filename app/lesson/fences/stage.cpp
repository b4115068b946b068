// ```stage keep, and behind it perhaps focus=PART: the last picture stays, with one part of it lit.
#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/scene/warehouse.hpp"
#include "lesson/fences/fence.hpp"

#include <algorithm>

namespace lesson {
namespace {

void read_stage(LessonDraft& draft, const Piece& piece, Block& block) {
  const std::vector<std::string_view> words = base::split(piece.argument, ' ');
  constexpr std::string_view focus = "focus=";
  if (words.front() != "keep" || words.size() > 2 || (words.size() == 2 && !words[1].starts_with(focus))) {
    draft.findings.tell(piece.argument_place, "lesson.stage.form");
  } else if (words.size() == 2) {
    block.focus = words[1].substr(focus.size());
    const std::vector<std::string_view> parts(charts::scene_parts().begin(), charts::scene_parts().end());
    if (std::ranges::find(parts, block.focus) == parts.end()) {
      draft.findings.add(
          piece.argument_place, base::say("lesson.stage.no_part", {{"part", block.focus}}),
          did_you_mean(block.focus, parts, base::say("lesson.stage.no_part.hint", {{"parts", listed(parts)}})));
    }
  }
  const auto same = [](const Block& one) { return one.is(fences::stage); };
  if (std::ranges::count_if(draft.step().blocks, same) > 1)
    draft.findings.tell({piece.line, 1, 3}, "lesson.stage.twice");
  draft.check_empty(piece);
}

}  // namespace

constinit const Fence fences::stage = {.word = "stage", .words = "lesson.stage.", .named = true, .read = read_stage};

}  // namespace lesson
