// The lab's chain as cards: scissors between them cut the third plan by hand.
#pragma once

#include "session/state/page.hpp"

#include <functional>
#include <optional>

namespace session {

/// Cuts after this value; where it is cut, has each of its readers make it again if there are several; or joins there.
/// All cut is `every`, as few as may be `none`, anything else `by_hand`.
void use_scissors(Desk& desk, std::string_view value);
/// What a change of the cuts joins is seen coming together.
void see_joining(Desk& desk, const std::function<void(Desk&)>& change);
/// The cards of the choice as it stands, to be picked up, with the scissors between them. Only where nothing of the
/// chain is asked.
[[nodiscard]] Node cards_node(const Desk& desk, Leave leave);

}  // namespace session
