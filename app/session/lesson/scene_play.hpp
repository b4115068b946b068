// What moves the warehouse on the open page: steps, scrubbing, play and pause.
#pragma once

#include "session/lesson/scene_film.hpp"
#include "session/state/desk.hpp"

#include <chrono>
#include <string_view>
#include <vector>

namespace session {

/// Looks up the film of the open page; on another page than before it starts from its beginning.
void load_film(Desk& desk);
/// The scene at a moment of its own.
[[nodiscard]] Node scene_picture(const SceneFilm& film, double seconds, bool reduced_motion);
/// The scene at its moment and the slider to move it; before these, where the lesson has it, that of the jobs.
[[nodiscard]] std::vector<Node> scene_nodes(const Desk& desk);
/// Puts the scene at its moment into the page as it is; the rest of the page stays.
void move_scene_nodes(Desk& desk);

/// One stop on (1) or back (-1).
void step_scene(Desk& desk, int direction);
/// To a share of its way, as text.
void seek_scene(Desk& desk, std::string_view share);
/// So many of the chain's ops, as a share of the way from one to all.
void choose_jobs(Desk& desk, std::string_view share);
/// Play or pause; at its end it starts again.
void play_scene(Desk& desk);
/// From where it stands, as far as it may go.
void start_scene(Desk& desk);
/// Where the step asked how many jobs there were, the scene shows as many, at its end.
void show_told_jobs(Desk& desk);
/// Goes on from where it stands: what was cut off may be seen now.
void go_on_with_scene(Desk& desk);
/// Jump cuts, or driving; remembered.
void toggle_motion(Desk& desk);
/// Moves a playing scene on to `now`; true if it moved or stopped. It stops for a run: the frames would disturb the
/// clock.
bool advance_scene(Desk& desk, std::chrono::steady_clock::time_point now);

}  // namespace session
