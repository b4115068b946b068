// Which fence it is.
#include "session/room/class_figure.hpp"

#include "publish/road_fence.hpp"
#include "session/lesson/attention_node.hpp"
#include "session/lesson/lesson_ladder.hpp"
#include "session/lesson/lesson_sweep.hpp"
#include "session/lesson/wider_road.hpp"

namespace session {
namespace {

using Kind = lesson::Block::Kind;

bool may_be_seen(const Desk& desk, const lesson::Block& fence) {
  if (fence.kind == Kind::attention) return true;  // no more of it than its stage
  if (fence.kind == Kind::ladder) return desk.course->ladders.contains(fence.name);
  return fence.kind == Kind::bandwidth &&
         !publish::hides_road(asked(desk), *desk.course->benches.at(fence.name)->chain);
}

/// A road, a ladder or attention; null where there is none.
const lesson::Block* fence(const Desk& desk, bool told) {
  for (const lesson::Block& block : desk.course->step().blocks) {
    if (block.after_task == told && may_be_seen(desk, block)) return &block;
  }
  return nullptr;
}

}  // namespace

std::optional<Node> class_figure(const Desk& desk, bool told) {
  if (auto sweep = sweep_for_class(desk, told)) return sweep;
  const lesson::Block* found = fence(desk, told);
  if (found == nullptr) return std::nullopt;
  if (found->kind == Kind::attention) return attention_node(desk, *found);
  return (found->kind == Kind::ladder ? ladder_nodes(desk, *found) : road_nodes(desk, *found)).front();
}

bool has_class_figure(const Desk& desk, bool told) {
  return has_sweep_for_class(desk, told) || fence(desk, told) != nullptr;
}

bool has_class_road(const Desk& desk) {
  const bool told = shows_figure(desk);
  const lesson::Block* found = has_sweep_for_class(desk, told) ? nullptr : fence(desk, told);
  return found != nullptr && found->kind == Kind::bandwidth;
}

}  // namespace session
