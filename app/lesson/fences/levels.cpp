// ```levels NAME, and behind it one or two plans: bytes of a chain at the three places where they are counted, as the
// GPU whose recordings are here counted them. It tells bytes: never above a task.
#include "base/text.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/named_plans.hpp"

#include <algorithm>

namespace lesson {
namespace {

bool has_plan(const LessonDraft& draft, std::string_view chain, std::string_view plan) {
  const std::vector<NamedPlan>& own = plans_of(draft.lesson, chain);
  return plan == "unfused" || plan == "fused" || std::ranges::find(own, plan, &NamedPlan::name) != own.end();
}

void read_levels(LessonDraft& draft, const Piece& piece, Block& block) {
  const std::vector<std::string_view> words = base::split(piece.argument, ' ');
  block.name = words.front();
  if (!draft.check_chain(piece, block.name)) return;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (i > 2 || !has_plan(draft, block.name, words[i])) {
      draft.findings.tell(piece.argument_place, "lesson.levels.unknown", {{"word", words[i]}});
      break;
    }
    block.plan += (block.plan.empty() ? "" : " ") + std::string(words[i]);
  }
  draft.check_empty(piece);
}

}  // namespace

constinit const Fence fences::levels = {
    .word = "levels",
    .words = "lesson.levels.",
    .named = true,
    .above_task = [](const Block&) { return false; },
    .read = read_levels,
};

}  // namespace lesson
