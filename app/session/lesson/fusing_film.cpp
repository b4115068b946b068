// It runs on the clock of what is revealed.
#include "session/lesson/fusing_film.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/scene/fusing.hpp"
#include "session/state/page.hpp"

#include <algorithm>
#include <cmath>

namespace session {
namespace {

void stop_at(ScenePlay& play, double share) {
  play.fusing = share;
  play.reveal = play.reveal_end = 0;
}

void play_from(Desk& desk, double share) {
  ScenePlay& play = desk.scene;
  play.fusing.reset();
  play.reveal = share * charts::fusing_seconds;
  play.reveal_end = charts::fusing_seconds;
  play.shown = desk.services.now();
}

std::string_view said_of(double share) {
  return share <= 0 ? "session.fusing.apart" : share < 1 ? "session.fusing.between" : "session.fusing.together";
}

}  // namespace

double fusing_share(const ScenePlay& play) {
  return play.reveals() ? play.reveal / play.reveal_end : play.fusing.value_or(1);
}

Node fusing_place(const Desk& desk) {
  const double share = fusing_share(desk.scene);
  Node node = make(std::string(fusing_slider), Purpose::slider, std::string(base::text("session.tab.fusing")),
                   std::string(base::text(said_of(share))));
  node.slider = Slider{share, {}};
  node.selected = desk.scene.reveals();
  node.actions.push_back(action("fusing.seek", "session.scene.seek"));
  node.actions.push_back(action("fusing.play", node.selected ? "session.scene.pause" : "session.scene.play", {"F7"}));
  return node;
}

void start_fusing(Desk& desk) {
  desk.scene.fusing.reset();
  if (!desk.settings.reduced_motion) play_from(desk, 0);
}

void play_fusing(Desk& desk) {
  const double share = fusing_share(desk.scene);
  if (desk.scene.reveals()) return stop_at(desk.scene, share);
  play_from(desk, share < 1 ? share : 0);
}

void seek_fusing(Desk& desk, std::string_view share) {
  const auto wanted = base::to_number(base::trim(share));
  if (wanted && std::isfinite(*wanted)) stop_at(desk.scene, std::clamp(*wanted, 0.0, 1.0));
}

}  // namespace session
