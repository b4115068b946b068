// From moments to minutes.
#include "session/room/class_clock.hpp"

#include "base/words.hpp"
#include "session/room/talk.hpp"
#include "session/state/cells.hpp"
#include "session/state/page.hpp"

#include <fmt/format.h>

#include <chrono>

namespace session {
namespace {

int seconds_between(Instant from, Instant to) {
  return static_cast<int>(std::chrono::duration_cast<std::chrono::seconds>(to - from).count());
}

/// A talk goes on from lesson to lesson.
std::optional<Instant> began(const Desk& desk) {
  return desk.talk ? desk.talk->began : desk.course->clock.began;
}

int seconds_of_class(const Desk& desk) {
  const auto since = began(desk);
  return since ? seconds_between(*since, desk.now) : 0;
}

std::string shown(int seconds) {
  return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
}

/// "of 18 min", and whether they are over; nothing where no minutes are planned.
Cell planned(int minutes, int seconds) {
  if (minutes == 0) return {};
  const auto* words = seconds > minutes * 60 ? "session.class.clock.over" : "session.class.clock.of";
  return cell::words(base::say(words, {{"minutes", std::to_string(minutes)}}));
}

bool is_in_sight(const Desk& desk) {
  if (desk.course == nullptr || !desk.pages.has(PageKind::room)) return false;
  return desk.class_view.two_windows || (desk.class_view.presenter && desk.pages.now() == PageKind::room);
}

}  // namespace

namespace {

void start_clock(Desk& desk) {
  desk.course->clock = {.began = desk.now, .stepped = desk.now, .step = desk.course->at, .before = {}, .shown = 0};
}

}  // namespace

void follow_clock(Desk& desk) {
  if (desk.course == nullptr || !desk.pages.has(PageKind::room)) return;
  ClassClock& clock = desk.course->clock;
  if (!clock.began) start_clock(desk);
  if (clock.step != desk.course->at) {
    clock.before[clock.step] = desk.now - clock.stepped;
    clock.step = desk.course->at;
    clock.stepped = desk.now - clock.before[clock.step];
  }
  clock.shown = seconds_of_class(desk);
}

void restart_clock(Desk& desk) {
  if (desk.talk) desk.talk->began = desk.now;
  start_clock(desk);
}

Node clock_node(const Desk& desk) {
  const Course& course = *desk.course;
  const int of_class = seconds_of_class(desk), of_step = seconds_between(course.clock.stepped, desk.now);
  Node node = make("class.clock", Purpose::clock, {});
  node.rows = {
      {cell::said("session.class.clock.class"), cell::words(shown(of_class)), planned(minutes_in_all(desk), of_class)},
      {cell::said("session.class.clock.step"), cell::words(shown(of_step)), planned(minutes_here(desk), of_step)},
      {cell::said("session.class.clock.left"),
       cell::words(base::say("session.class.clock.minutes", {{"minutes", std::to_string(minutes_left(desk))}}))}};
  node.actions.push_back(action("class.clock", "session.class.clock.again"));
  return node;
}

std::optional<double> until_tick(const Desk& desk) {
  if (desk.running || !is_in_sight(desk)) return std::nullopt;
  const auto next = *began(desk) + std::chrono::seconds(desk.course->clock.shown + 1);
  return std::max(0.0, std::chrono::duration<double>(next - desk.services.now()).count());
}

bool tick_clock(Desk& desk) {
  const bool stands = desk.running || desk.changed || !is_in_sight(desk);
  if (stands || seconds_of_class(desk) == desk.course->clock.shown) return false;
  desk.course->clock.shown = seconds_of_class(desk);
  View& page = desk.class_view.two_windows ? desk.presenter : desk.view;
  for (Node& node : page.root.children) {
    if (node.purpose == Purpose::clock) node = clock_node(desk);
  }
  ++page.revision;
  return true;
}

}  // namespace session
