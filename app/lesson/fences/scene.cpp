// ```scene NAME, and behind it perhaps what to show of it, or a plan that the lesson has named.
#include "base/text.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/named_plans.hpp"

#include <algorithm>

namespace lesson {
namespace {

void read_scene(LessonDraft& draft, const Piece& piece, Block& block) {
  const std::vector<std::string_view> words = base::split(piece.argument, ' ');
  block.name = words.front();
  (void)draft.check_chain(piece, block.name);
  const std::string what(words.size() < 2 ? std::string_view{}
                                          : base::trim(piece.argument).substr(words[0].size() + 1));
  block.scene = what == "unfused"       ? SceneKind::unfused
                : what == "jobs"        ? SceneKind::jobs
                : what == "names"       ? SceneKind::named
                : what == "eager"       ? SceneKind::eager
                : what == "eager-alone" ? SceneKind::eager_alone
                : what == "products"    ? SceneKind::products
                : what == "library"     ? SceneKind::library
                                        : SceneKind::both;
  constexpr std::string_view beside_fused = " fused";
  const bool beside = what.ends_with(beside_fused);
  const std::string plan = beside ? what.substr(0, what.size() - beside_fused.size()) : what;
  const std::vector<NamedPlan>& own = plans_of(draft.lesson, block.name);
  if (std::ranges::find(own, plan, &NamedPlan::name) != own.end()) {
    block.scene = beside ? SceneKind::named_beside_fused : SceneKind::named_plan;
    block.plan = plan;
  }
  const bool known = what.empty() || block.scene != SceneKind::both;
  if (!known) {
    draft.findings.tell(piece.argument_place, "lesson.scene.unknown", {{"word", words.back()}});
  }
  draft.check_empty(piece);
}

}  // namespace

constinit const Fence fences::scene = {.word = "scene", .words = "lesson.scene.", .named = true, .read = read_scene};

}  // namespace lesson
