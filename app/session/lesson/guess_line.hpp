// A guess on a line: where its axis ends, what one step is, and what of the answer stands on it.
#pragma once

#include "charts/bars/number_line.hpp"
#include "session/state/desk.hpp"

#include <optional>

namespace session {

/// The open number task's line; nothing where its axis could not be drawn without telling.
[[nodiscard]] std::optional<charts::NumberLine> guess_line(const Desk& desk, const Bench& bench);
/// Of what that line shows, the furthest that it has.
[[nodiscard]] figure::Stage stage_of(const charts::NumberLine& line);
/// A place on the line as one would type it: in whole ones, or in round steps.
[[nodiscard]] std::string snapped(double value, lesson::Unit unit);
/// The same of a hand's place: whole ratios draw it, so that who means 2 has not said 2.05.
[[nodiscard]] std::string dragged(double value, lesson::Unit unit);
/// One step more (1) or less (-1) than the open number that stands, or than nothing, on its line or its roofline;
/// nothing where it has neither.
[[nodiscard]] std::optional<std::string> stepped_guess(const Desk& desk, const Bench& bench, int direction);

}  // namespace session
