// What a page shows of each fence.
#pragma once

#include "session/state/page.hpp"

namespace session {

struct FencePage {
  const lesson::Fence* fence;
  /// On the student's page; `nth` counts from 1 those of one kind on a step.
  std::vector<Node> (*nodes)(const Desk&, const lesson::Block&, int nth);
  /// Whether the room may see its first node now, as the figure of the step; null: it is no such figure.
  bool (*in_class)(const Desk&, const lesson::Block&) = nullptr;
};

/// Null of what only the presenter reads.
[[nodiscard]] const FencePage* page_of(const lesson::Fence& fence);

}  // namespace session
