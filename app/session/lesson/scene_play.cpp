// The scene's clock and its nodes.
#include "session/lesson/scene_play.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/scene/warehouse.hpp"
#include "lesson/kinds/kind.hpp"
#include "session/lesson/fusing_film.hpp"
#include "session/lesson/stage_nodes.hpp"
#include "session/state/page.hpp"

#include <algorithm>
#include <cmath>

namespace session {
namespace {

using Clock = std::chrono::steady_clock;

bool may_play(const Desk& desk) {
  return desk.scene.film && !desk.running;
}

double now_of(const Desk& desk) {
  return std::min(desk.scene.seconds, desk.scene.film->end);
}

/// The moments to halt at, as far as it may go.
std::vector<double> stops_of(const SceneFilm& film) {
  std::vector<double> stops;
  constexpr double same = 1e-6;
  for (const double stop : film.script.stops) {
    if (stop <= film.end + same) stops.push_back(std::min(stop, film.end));
  }
  return stops;
}

std::string said_of(const SceneFilm& film, const std::vector<double>& stops, double now) {
  // How many stops there are before it ends at a question may well be the answer's digit.
  if (film.cut)
    return std::string(base::text(film.waits.empty() ? "session.scene.place.cut" : "session.scene.place.stop"));
  const auto over = std::ranges::upper_bound(stops, now) - stops.begin() - 1;
  return base::say("session.scene.place.at", {{"n", std::to_string(over)}, {"all", std::to_string(stops.size() - 1)}});
}

Node slider(std::string id, std::string_view label, std::string value, Slider where, Action move) {
  Node node = make(std::move(id), Purpose::slider, std::string(base::text(label)), std::move(value));
  node.slider = std::move(where);
  node.actions.push_back(std::move(move));
  return node;
}

Node place_node(const Desk& desk) {
  const SceneFilm& film = *desk.scene.film;
  const double now = now_of(desk);
  const std::vector<double> stops = stops_of(film);
  Slider where{now / film.end, {}};
  // Nor are its halts drawn there: whoever counts the ticks has counted the crossings.
  if (!film.cut) {
    for (const double stop : stops) where.stops.push_back(stop / film.end);
  }
  Node node = slider("scene.place", "session.scene.place", said_of(film, stops, now), std::move(where),
                     action("scene.seek", "session.scene.seek"));
  node.selected = desk.scene.playing;
  node.actions.push_back(
      action("scene.play", desk.scene.playing ? "session.scene.pause" : "session.scene.play", {"F7"}));
  Action back = action("scene.back", "session.scene.back", {"F6"}), on = action("scene.on", "session.scene.on", {"F8"});
  if (now <= 0) back = disabled(std::move(back), std::string(base::text("session.scene.first")));
  if (now >= film.end) {
    on = disabled(std::move(on), std::string(base::text(film.cut ? "session.scene.cut_here" : "session.scene.last")));
  }
  node.actions.push_back(std::move(back));
  node.actions.push_back(std::move(on));
  node.actions.push_back(
      action("scene.motion", desk.settings.reduced_motion ? "session.scene.drive" : "session.scene.cut"));
  if (desk.running) {
    for (Action& one : node.actions) one = disabled(std::move(one), std::string(base::text("session.run.busy")));
  }
  // Below the slider, not between it and the picture.
  node.actions.push_back(export_action("warehouse"));
  return node;
}

Node jobs_node(const SceneFilm& film) {
  const auto share = [&](int jobs) { return film.most_jobs < 2 ? 0.0 : (jobs - 1.0) / (film.most_jobs - 1); };
  Slider where{share(film.jobs), {}};
  for (int jobs = 1; jobs <= film.most_jobs; ++jobs) where.stops.push_back(share(jobs));
  return slider("scene.jobs", "session.scene.jobs", std::to_string(film.jobs), std::move(where),
                action("scene.jobs", "session.scene.choose_jobs"));
}

/// What plays by itself is over in so many seconds.
constexpr double longest_alone = 4;

/// It plays once by itself, and waits at the question; a step that was answered opens at its end.
void open_on_stage(Desk& desk) {
  ScenePlay& play = desk.scene;
  const Course& course = *desk.course;
  const bool answered = course.step().task && course.attempt().locked;
  if (answered || desk.settings.reduced_motion) {
    play.seconds = play.film->end;
  } else {
    start_scene(desk);
  }
}

}  // namespace

void load_film(Desk& desk) {
  ScenePlay& play = desk.scene;
  const auto before = play.film;
  play.film = film_of(desk);
  play.moved = false;
  const std::string page = play.film ? play.film->page : std::string();
  if (page == play.page) {
    // A run gives the trips times of their own: a scene that stood at its end stays there. So does a picture that was
    // kept, as nobody can play what an answer adds to it.
    const bool stood = before && !before->cut && play.seconds >= before->end;
    if (play.film && (stood || play.film->kept)) play.seconds = play.film->end;
    return;
  }
  play.page = page;
  play.fusing.reset();
  play.seconds = 0;
  play.playing = false;
  if (play.film && play.film->kept) {
    play.seconds = play.film->end;
  } else if (play.film && has_stage(desk) && desk.pages.now() == PageKind::lesson) {
    open_on_stage(desk);
  }
}

Node scene_picture(const SceneFilm& film, double seconds, bool reduced_motion) {
  auto drawn = charts::warehouse(film.data, film.script,
                                 {.seconds = seconds,
                                  .reduced_motion = reduced_motion,
                                  .named = film.named,
                                  .plates = !film.plain,
                                  .crew = film.crew,
                                  .bytes = film.weighed,
                                  .focus = film.focus,
                                  .still = film.kept,
                                  .waits = film.waits});
  // The twin tells what the meters show: nothing while they ask, else before a run already.
  if (film.cut) drawn.description = drawn.question_description;
  if (!film.waits.empty()) drawn.description += " " + film.waits + ".";
  if (film.data.no_title) drawn.title = base::text("session.scene.title");
  drawn.question.clear();
  Node picture = figure_node(figure::at(drawn, film.stage));
  picture.actions.clear();
  return picture;
}

std::vector<Node> scene_nodes(const Desk& desk) {
  if (!desk.scene.film) return {};
  const SceneFilm& film = *desk.scene.film;
  std::vector<Node> nodes;
  if (film.most_jobs > 0) nodes.push_back(jobs_node(film));
  nodes.push_back(scene_picture(film, now_of(desk), desk.settings.reduced_motion));
  if (!film.kept) nodes.push_back(place_node(desk));
  return nodes;
}

namespace {

/// Into the place of the node of its name, wherever that is; on the stage, whether it is seen stays as it was.
bool put_in_place(Node& parent, Node& fresh) {
  for (Node& child : parent.children) {
    if (child.id == fresh.id) {
      if (parent.purpose == Purpose::stage && fresh.purpose != Purpose::slider) fresh.selected = child.selected;
      child = std::move(fresh);
      return true;
    }
    if (put_in_place(child, fresh)) return true;
  }
  return false;
}

/// While it goes on; its last moment stays as it is.
void move_reveal(Desk& desk) {
  const auto bench = bench_of_page(desk);
  if (!bench) return;
  if (auto picture = reveal_picture(desk, *bench)) put_in_place(desk.view.root, *picture);
  if (auto picture = fusing_picture(desk, *bench)) {
    put_in_place(desk.view.root, *picture);
    Node place = fusing_place(desk);
    put_in_place(desk.view.root, place);
  }
  if (desk.scene.reveals()) return;
  desk.scene.reveal = desk.scene.reveal_end = 0;
  if (desk.pages.has(PageKind::lab)) desk.changed = true;  // the picture before it is seen again
}

}  // namespace

void move_scene_nodes(Desk& desk) {
  for (Node& fresh : scene_nodes(desk)) put_in_place(desk.view.root, fresh);
  if (desk.scene.reveal_end > 0) move_reveal(desk);
  ++desk.view.revision;
  desk.scene.moved = false;
}

void step_scene(Desk& desk, int direction) {
  if (!may_play(desk)) return;
  ScenePlay& play = desk.scene;
  play.playing = false;
  play.moved = true;
  const double now = now_of(desk);
  play.seconds =
      direction > 0 ? charts::stop_after(play.film->script, now) : charts::stop_before(play.film->script, now);
  play.seconds = std::min(play.seconds, play.film->end);
}

void seek_scene(Desk& desk, std::string_view share) {
  const auto wanted = base::to_number(base::trim(share));
  if (!may_play(desk) || !wanted || !std::isfinite(*wanted)) return;
  const SceneFilm& film = *desk.scene.film;
  desk.scene.playing = false;
  desk.scene.moved = true;
  desk.scene.seconds = std::clamp(*wanted, 0.0, 1.0) * film.end;
  // A stop that is meant is met, whatever the share's last digit.
  for (const double stop : stops_of(film)) {
    if (std::abs(stop - desk.scene.seconds) < 1e-6 * film.end) desk.scene.seconds = stop;
  }
}

void choose_jobs(Desk& desk, std::string_view share) {
  const auto wanted = base::to_number(base::trim(share));
  if (!may_play(desk) || !wanted || !std::isfinite(*wanted) || desk.scene.film->most_jobs < 1) return;
  ScenePlay& play = desk.scene;
  const double way = play.film->end > 0 ? now_of(desk) / play.film->end : 0;
  const int jobs = 1 + static_cast<int>(std::lround(std::clamp(*wanted, 0.0, 1.0) * (play.film->most_jobs - 1)));
  if (jobs == play.film->jobs) return;
  desk.settings.jobs[play.film->page] = jobs;
  desk.remember();
  load_film(desk);
  // It stays at its end, where the meters stand still to be compared.
  if (play.film) play.seconds = way >= 1 ? play.film->end : 0;
  play.moved = true;
}

void play_scene(Desk& desk) {
  if (!may_play(desk)) return;
  ScenePlay& play = desk.scene;
  play.playing = !play.playing;
  play.speed = 1;
  play.moved = true;
  play.shown = desk.services.now();
  if (play.playing && play.seconds >= play.film->end) play.seconds = 0;
}

void show_told_jobs(Desk& desk) {
  load_film(desk);
  const auto film = desk.scene.film;
  const auto& task = desk.course->step().task;
  if (!film || film->most_jobs < 1 || !task || asked_by(*task) != "kernels.unfused") return;
  const auto told = desk.course->benches.find(task->chain);
  if (told == desk.course->benches.end()) return;
  const int jobs = static_cast<int>(told->second->unfused().groups.size());
  if (jobs > film->most_jobs) return;
  desk.settings.jobs[film->page] = jobs;
  desk.remember();
  load_film(desk);
  if (desk.scene.film) desk.scene.seconds = desk.scene.film->end;
}

void go_on_with_scene(Desk& desk) {
  show_told_jobs(desk);
  if (desk.scene.film && !desk.scene.film->cut) start_scene(desk);
  const auto& task = desk.course->step().task;
  if (!has_stage(desk) || !task) return;
  if (task->kind->by == lesson::By::marks && !task->kind->marks_in_order) start_fusing(desk);
}

void start_scene(Desk& desk) {
  load_film(desk);
  if (!may_play(desk) || desk.scene.seconds >= desk.scene.film->end) return;
  desk.scene.playing = true;
  desk.scene.speed = has_stage(desk) ? std::max(1.0, (desk.scene.film->end - desk.scene.seconds) / longest_alone) : 1;
  desk.scene.shown = desk.services.now();
}

void toggle_motion(Desk& desk) {
  desk.settings.reduced_motion = !desk.settings.reduced_motion;
  desk.scene.moved = true;
  desk.remember();
}

bool advance_scene(Desk& desk, Clock::time_point now) {
  ScenePlay& play = desk.scene;
  const bool reveals = play.reveals();
  if (!play.playing && !reveals) return false;
  if (play.playing && !may_play(desk)) {
    play.playing = false;
    return true;
  }
  constexpr double longest = 0.25;  // a window that slept goes on where it was
  const double passed = std::min(std::chrono::duration<double>(now - play.shown).count(), longest);
  constexpr double frame = 1.0 / 40;
  if (passed < frame) return false;
  play.shown = now;
  if (reveals) play.reveal = std::min(play.reveal + passed, play.reveal_end);
  if (!play.playing) return true;
  play.seconds += passed * play.speed;
  if (play.seconds >= play.film->end) {
    play.seconds = play.film->end;
    play.playing = false;
  }
  return true;
}

}  // namespace session
