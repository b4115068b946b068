// The warehouse in the lab: where the scene stands, whether it plays; steps, play and pause.
#pragma once

#include <chrono>

namespace session {

struct Desk;
struct Bench;
struct Node;

struct ScenePlay {
  double seconds = 0;  ///< of the scene
  bool playing = false;
  std::chrono::steady_clock::time_point shown{};  ///< when it last moved on
};

/// The scene at its moment, with its buttons; equal time a crossing until the chain ran.
[[nodiscard]] Node scene_node(const Desk& desk, const Bench& bench);

/// One stop on (1) or back (-1).
void step_scene(Desk& desk, int direction);
/// Play or pause; at its end it starts again.
void play_scene(Desk& desk);
/// Jump cuts, or driving; remembered.
void toggle_motion(Desk& desk);
/// Moves a playing scene on to `now`; true if it moved or stopped. It stops where it cannot be seen, and for a run:
/// the frames would disturb the clock.
bool advance_scene(Desk& desk, std::chrono::steady_clock::time_point now);

}  // namespace session
