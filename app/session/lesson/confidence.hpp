// How sure a student says to be, and what that asks of the answer: who was sure and wrong gets the longer one.
#pragma once

#include "session/state/desk.hpp"

#include <optional>

namespace session {

/// The taps beside an open number or choice; after the lock what was said, and nothing where nothing was.
[[nodiscard]] std::optional<Node> confidence_node(const Attempt& attempt);
/// A tap: one of their names; the same again takes it back.
void say_confidence(Attempt& attempt, std::string_view name);

/// The count once more, kernel by kernel: of each plan whose crossings no open task asks, and of one plan alone if
/// `quantity`, which was asked, is of one. Empty if there is none.
[[nodiscard]] std::string walk(const Desk& desk, const Bench& bench, std::string_view quantity);

}  // namespace session
