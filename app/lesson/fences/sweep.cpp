// ```sweep NAME over size=64K..1G, and behind it perhaps what the height means, and `eager`.
#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/fences/fence.hpp"

namespace lesson {
namespace {

void read_sweep(LessonDraft& draft, const Piece& piece, Block& block) {
  std::vector<std::string_view> words = base::split(piece.argument, ' ');
  block.name = words.front();
  const auto wrong = [&](std::string message, std::string help) {
    draft.findings.add(piece.argument_place, std::move(message), std::move(help));
  };
  draft.check_empty(piece);
  if (!draft.check_chain(piece, block.name)) return;
  if (words.size() < 3 || words[1] != "over") {
    return wrong(base::say("lesson.sweep.no_range"), base::say("lesson.sweep.form"));
  }
  const auto axis = chain::parse_axis(words[2]);
  if (!axis) return wrong(axis.error().front().message, axis.error().front().hint);
  block.over = *axis;
  if (words.size() > 3 && words.back() == "eager") {
    block.eager = true;
    words.pop_back();
  }
  const std::string_view what = words.size() < 4 ? std::string_view{} : words[3];
  block.height = height_named(what);
  const bool known = what.empty() || what == "time" || block.height != SweepHeight::time;
  if (words.size() > 4 || !known) {
    return draft.findings.tell(piece.argument_place, "lesson.sweep.unknown", {{"word", words.back()}});
  }
  const auto chain = draft.lesson.chains.find(block.name);
  if (chain == draft.lesson.chains.end()) return;  // its own mistakes are told
  if (const auto points = chain::sweep(*chain->second, *axis); !points) {
    wrong(points.error().front().message, points.error().front().hint);
  }
}

}  // namespace

constinit const Fence fences::sweep = {
    .word = "sweep",
    .words = "lesson.sweep.",
    .named = true,
    .announce = [](LessonDraft& draft, const Piece& piece) { draft.names.sweeps.emplace(piece.argument); },
    .read = read_sweep,
};

}  // namespace lesson
