// The table of fences, and what several of them check.
#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/fences/fence.hpp"

#include <algorithm>

namespace lesson {
namespace {

constexpr const Fence* fence_table[] = {&fences::chain,      &fences::plan,      &fences::task,     &fences::scene,
                                        &fences::sweep,      &fences::bandwidth, &fences::ladder,   &fences::roofline,
                                        &fences::timeline,   &fences::levels,    &fences::imported, &fences::refusal,
                                        &fences::calculator, &fences::stage,     &fences::finding,  &fences::in_class,
                                        &fences::say,        &fences::doing,     &fences::recall};

std::string key_of(const Piece& piece, std::string_view what) {
  return std::string(piece.fence->words) + std::string(what);
}

}  // namespace

std::span<const Fence* const> all_fences() {
  return fence_table;
}

const Fence* fence_named(std::string_view word) {
  const auto* const* found = std::ranges::find(fence_table, word, &Fence::word);
  return found == std::end(fence_table) ? nullptr : *found;
}

bool LessonDraft::check_chain(const Piece& piece, std::string_view name) {
  if (names.chains.contains(name)) return true;
  findings.add(piece.argument_place,
               base::say(name.empty() ? key_of(piece, "no_name") : "lesson.no_chain", {{"name", name}}),
               base::say(key_of(piece, "form")));
  return false;
}

void LessonDraft::check_empty(const Piece& piece) {
  if (base::trim(piece.text).empty()) return;
  findings.add({piece.first_line, 1, 1}, base::say(key_of(piece, "full")), base::say("lesson.end_fence"));
}

std::vector<const Block*> blocks_of(const Lesson& lesson, const Fence& fence) {
  std::vector<const Block*> all;
  for (const Step& step : lesson.steps) {
    for (const Block& block : step.blocks) {
      if (block.is(fence)) all.push_back(&block);
    }
  }
  return all;
}

}  // namespace lesson
