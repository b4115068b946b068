// The inspector: what is selected on the page (an op, a kernel, a tensor, a mark of a figure) told in full beside it.
#pragma once

#include "session/state/desk.hpp"

namespace session {

/// Adds the way to open it where the page is about a chain; while it is open, itself, and that the page's figures can
/// be pointed at. What an open task asks reads '?'.
void add_inspector(const Desk& desk, Node& page);
/// What lies at a place ("x y", in figure units) of the figure of this node; nothing there: what was selected stays.
void inspect_at(Desk& desk, std::string_view node, std::string_view place);
/// The next of all that can be selected (1), or the one before (-1).
void inspect_next(Desk& desk, int direction);

}  // namespace session
