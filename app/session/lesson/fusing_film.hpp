// What moves the film in which kernels come together: play, pause, scrubbing.
#pragma once

#include "session/state/desk.hpp"

#include <string_view>

namespace session {

/// The node of its slider.
inline constexpr std::string_view fusing_slider = "fusing.place";

/// Where it stands, from 0, apart, to 1, together; its end where nobody plays it.
[[nodiscard]] double fusing_share(const ScenePlay& play);
/// The slider to move it.
[[nodiscard]] Node fusing_place(const Desk& desk);

/// Kernels come together from the beginning; with reduced motion they are together at once.
void start_fusing(Desk& desk);
/// Play or pause; at its end it starts again.
void play_fusing(Desk& desk);
/// To a share of its way, as text; it stays there.
void seek_fusing(Desk& desk, std::string_view share);

}  // namespace session
