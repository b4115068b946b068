// ```stage keep, and behind it perhaps focus=PART: the last picture stays, with one part of it lit. Or ```stage
// show=TAB: that picture of a run, below the step's task seen first.
#include "lesson/stage.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/scene/warehouse.hpp"
#include "lesson/fences/fence.hpp"

#include <algorithm>
#include <iterator>

namespace lesson {
namespace {

constexpr std::string_view focus_is = "focus=", tab_is = "show=";

void read_focus(LessonDraft& draft, const Piece& piece, std::string_view named, Block& block) {
  block.focus = named;
  const std::vector<std::string_view> parts(charts::scene_parts().begin(), charts::scene_parts().end());
  if (std::ranges::find(parts, named) != parts.end()) return;
  draft.findings.add(piece.argument_place, base::say("lesson.stage.no_part", {{"part", named}}),
                     did_you_mean(named, parts, base::say("lesson.stage.no_part.hint", {{"parts", listed(parts)}})));
}

void read_tab(LessonDraft& draft, const Piece& piece, std::string_view named, Block& block) {
  block.tab = named;
  const std::vector<std::string_view> tabs(std::begin(run_tabs), std::end(run_tabs));
  if (std::ranges::find(tabs, named) != tabs.end()) return;
  draft.findings.add(piece.argument_place, base::say("lesson.stage.no_tab", {{"tab", named}}),
                     did_you_mean(named, tabs, base::say("lesson.stage.no_part.hint", {{"parts", listed(tabs)}})));
}

void read_stage(LessonDraft& draft, const Piece& piece, Block& block) {
  const std::vector<std::string_view> words = base::split(piece.argument, ' ');
  const bool keeps = words.front() == "keep";
  if (keeps && words.size() == 2 && words[1].starts_with(focus_is)) {
    read_focus(draft, piece, words[1].substr(focus_is.size()), block);
  } else if (words.size() == 1 && words.front().starts_with(tab_is)) {
    read_tab(draft, piece, words.front().substr(tab_is.size()), block);
  } else if (!keeps || words.size() > 1) {
    draft.findings.tell(piece.argument_place, "lesson.stage.form");
  }
  const auto same = [](const Block& one) { return one.is(fences::stage); };
  if (std::ranges::count_if(draft.step().blocks, same) > 1)
    draft.findings.tell({piece.line, 1, 3}, "lesson.stage.twice");
  draft.check_empty(piece);
}

}  // namespace

constinit const Fence fences::stage = {.word = "stage", .words = "lesson.stage.", .named = true, .read = read_stage};

}  // namespace lesson
