// A guess of an intensity as a dot that is dragged along the roofline.
#pragma once

#include "charts/roofline/guess.hpp"
#include "session/state/desk.hpp"

namespace session {

/// The open number task's; nothing where it asks no intensity, there are no roofs, or these would tell what another
/// open task asks.
[[nodiscard]] std::optional<charts::RooflineGuess> guess_dot(const Desk& desk, const Bench& bench);
/// Of what that shows, the furthest that it has.
[[nodiscard]] figure::Stage stage_of(const charts::RooflineGuess& dot);
/// A place on the axis as one would type it.
[[nodiscard]] std::string snapped_intensity(double value);
/// A twelfth of a decade more (1) or less (-1), from the frame's middle where nothing stands.
[[nodiscard]] std::string stepped_intensity(const charts::RooflineGuess& dot, int direction);

}  // namespace session
