// The scene's clock.
#include "session/scene_play.hpp"

#include "base/words.hpp"
#include "charts/warehouse.hpp"
#include "session/gate.hpp"
#include "session/numbers.hpp"
#include "session/page.hpp"

#include <algorithm>

namespace session {
namespace {

using Clock = std::chrono::steady_clock;

charts::ChartData scene_data(const Desk& desk, const Bench& bench) {
  charts::ChartData data =
      chart_data(desk, bench, guesses_of(desk, bench), bench.measurement ? figure::Stage::truth : figure::Stage::model);
  // One shape at any size of the window: two lanes need it.
  data.width = std::max(data.width, 800.0);
  data.height = data.width * 9 / 16;
  return data;
}

charts::SceneScript script_of(const charts::ChartData& data) {
  return charts::scene_script(data, data.measurements.empty() ? charts::Pace::equal : charts::Pace::truth);
}

bool may_play(const Desk& desk) {
  if (!desk.in_lab || desk.hosts.open || !desk.lab.bench || desk.running) return false;
  return !asked(desk).hides_any(form(*desk.lab.bench->chain));
}

}  // namespace

Node scene_node(const Desk& desk, const Bench& bench) {
  const charts::ChartData data = scene_data(desk, bench);
  const charts::SceneScript script = script_of(data);
  const ScenePlay& play = desk.lab.scene;
  const double now = std::min(play.seconds, script.end());
  Node node = figure_node(figure::at(charts::warehouse(data, script, {now, desk.settings.reduced_motion}),
                                     data.measurements.empty() ? figure::Stage::model : figure::Stage::truth));
  std::vector<Action> buttons;
  buttons.push_back(action("scene.play", play.playing ? "session.scene.pause" : "session.scene.play", "F7"));
  if (desk.running) buttons.back() = disabled(buttons.back(), std::string(base::text("session.run.busy")));
  Action back = action("scene.back", "session.scene.back", "F6"), on = action("scene.on", "session.scene.on", "F8");
  if (now <= 0) back = disabled(std::move(back), std::string(base::text("session.scene.first")));
  if (now >= script.end()) on = disabled(std::move(on), std::string(base::text("session.scene.last")));
  buttons.push_back(std::move(back));
  buttons.push_back(std::move(on));
  buttons.push_back(action("scene.motion", desk.settings.reduced_motion ? "session.scene.drive" : "session.scene.cut"));
  node.actions.insert(node.actions.begin(), buttons.begin(), buttons.end());
  return node;
}

void step_scene(Desk& desk, int direction) {
  if (!may_play(desk)) return;
  ScenePlay& play = desk.lab.scene;
  play.playing = false;
  const charts::SceneScript script = script_of(scene_data(desk, *desk.lab.bench));
  const double now = std::min(play.seconds, script.end());
  play.seconds = direction > 0 ? charts::stop_after(script, now) : charts::stop_before(script, now);
}

void play_scene(Desk& desk) {
  if (!may_play(desk)) return;
  ScenePlay& play = desk.lab.scene;
  play.playing = !play.playing;
  play.shown = Clock::now();
  const double end = script_of(scene_data(desk, *desk.lab.bench)).end();
  if (play.playing && play.seconds >= end) play.seconds = 0;
}

void toggle_motion(Desk& desk) {
  desk.settings.reduced_motion = !desk.settings.reduced_motion;
  desk.remember();
}

bool advance_scene(Desk& desk, Clock::time_point now) {
  ScenePlay& play = desk.lab.scene;
  if (!play.playing) return false;
  if (!may_play(desk)) {
    play.playing = false;
    return true;
  }
  constexpr double longest = 0.25;  // a window that slept goes on where it was
  const double passed = std::min(std::chrono::duration<double>(now - play.shown).count(), longest);
  constexpr double frame = 1.0 / 40;
  if (passed < frame) return false;
  play.shown = now;
  play.seconds += passed;
  const double end = script_of(scene_data(desk, *desk.lab.bench)).end();
  if (play.seconds >= end) {
    play.seconds = end;
    play.playing = false;
  }
  return true;
}

}  // namespace session
