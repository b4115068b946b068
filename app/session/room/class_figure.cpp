// Which fence it is.
#include "session/room/class_figure.hpp"

#include "lesson/fences/fence.hpp"
#include "session/lesson/calculator_page.hpp"
#include "session/lesson/fence_pages.hpp"
#include "session/lesson/wider_road.hpp"
#include "session/room/class_view.hpp"

namespace session {
namespace {

namespace fences = lesson::fences;

/// Of the step's figures the first that may be seen, a sweep before all others; null where there is none.
const lesson::Block* fence(const Desk& desk, bool told) {
  const lesson::Block* found = nullptr;
  for (const lesson::Block& block : desk.course->step().blocks) {
    const FencePage* page = block.fence == nullptr ? nullptr : page_of(*block.fence);
    if (page == nullptr || page->in_class == nullptr || block.after_task != told) continue;
    const bool sooner = found == nullptr || (block.is(fences::sweep) && !found->is(fences::sweep));
    if (sooner && page->in_class(desk, block)) found = &block;
  }
  return found;
}

}  // namespace

std::optional<Node> class_figure(const Desk& desk, bool told) {
  const lesson::Block* found = fence(desk, told);
  if (found == nullptr) return std::nullopt;
  return page_of(*found->fence)->nodes(desk, *found, 1).front();
}

bool has_class_figure(const Desk& desk, bool told) {
  return fence(desk, told) != nullptr;
}

std::vector<Action> class_figure_actions(const Desk& desk) {
  const lesson::Block* found = fence(desk, shows_figure(desk));
  if (found == nullptr) return {};
  if (found->is(fences::bandwidth)) return road_actions(desk, true);
  if (found->is(fences::calculator)) return class_slider_actions(desk, *found);
  return {};
}

}  // namespace session
