// From stop to stop; without a talk, from step to step.
#include "session/room/talk.hpp"

#include "base/words.hpp"
#include "lesson/course_lint.hpp"
#include "session/lesson/courses.hpp"
#include "session/room/class_view.hpp"

namespace session {
namespace {

/// The talk's questions in lessons that are open now; each asked anew.
base::Expected<std::vector<TalkWalk::Stop>> stops_of(Desk& desk, const std::vector<lesson::TalkStop>& talk) {
  std::vector<TalkWalk::Stop> stops;
  base::Diagnostics mistakes;
  for (const lesson::TalkStop& stop : talk) {
    if (const auto opened = open_course(desk, stop.lesson); !opened) {
      mistakes.insert(mistakes.end(), opened.error().begin(), opened.error().end());
      continue;
    }
    Course& course = *desk.course;
    if (const auto at = lesson::step_of(stop, course.lesson)) {
      course.rooms.erase(*at);
      stops.push_back({course.lesson.id, *at, stop.minutes, stop.say, stop.then});
    } else {
      mistakes.push_back(lesson::unknown_stop(stop));
    }
  }
  if (!mistakes.empty()) return std::unexpected(std::move(mistakes));
  return stops;
}

void go_to(Desk& desk, const TalkWalk::Stop& stop) {
  desk.course = &desk.courses.at(stop.lesson);
  move_to(desk, static_cast<std::ptrdiff_t>(stop.step));
}

}  // namespace

void open_talk(Desk& desk) {
  const Course* const before = desk.course;
  const auto map = desk.services.course_map();
  if (!map) return desk.fail(base::render(map.error()));
  auto stops = stops_of(desk, map->talk);
  if (!stops || stops->empty()) {
    if (before != nullptr) desk.course = &desk.courses.at(before->lesson.id);
    return desk.fail(stops ? base::say("session.talk.none") : base::render(stops.error()));
  }
  desk.talk = TalkWalk{
      .stops = std::move(*stops), .takeaways = map->talk_takeaways, .close = map->talk_close, .began = desk.now};
  go_to(desk, desk.talk->stops.front());
  open_class(desk);
}

std::optional<ClassStop> stop_beside(const Desk& desk, int direction) {
  const std::size_t at = desk.talk ? desk.talk->at : desk.course->at;
  const std::size_t all = desk.talk ? desk.talk->stops.size() : desk.course->lesson.steps.size();
  if ((direction < 0 && at == 0) || (direction > 0 && at + 1 >= all)) return std::nullopt;
  const std::size_t to = direction > 0 ? at + 1 : at - 1;
  if (!desk.talk) return ClassStop{desk.course, to, desk.course->lesson.steps[to].minutes};
  const TalkWalk::Stop& stop = desk.talk->stops[to];
  return ClassStop{&desk.courses.at(stop.lesson), stop.step, stop.minutes};
}

void go_to_stop(Desk& desk, int direction) {
  if (!desk.talk) return move_to(desk, static_cast<std::ptrdiff_t>(desk.course->at) + direction);
  if (!stop_beside(desk, direction)) return;
  desk.talk->at = direction > 0 ? desk.talk->at + 1 : desk.talk->at - 1;
  go_to(desk, desk.talk->stops[desk.talk->at]);
}

int minutes_here(const Desk& desk) {
  return desk.talk ? desk.talk->stops[desk.talk->at].minutes : desk.course->step().minutes;
}

int minutes_left(const Desk& desk) {
  int left = 0;
  if (desk.talk) {
    for (std::size_t i = desk.talk->at + 1; i < desk.talk->stops.size(); ++i) left += desk.talk->stops[i].minutes;
    return left;
  }
  const auto& steps = desk.course->lesson.steps;
  for (std::size_t i = desk.course->at + 1; i < steps.size(); ++i) left += steps[i].minutes;
  return left;
}

int minutes_in_all(const Desk& desk) {
  if (!desk.talk) return desk.course->lesson.minutes;
  int sum = 0;
  for (const TalkWalk::Stop& stop : desk.talk->stops) sum += stop.minutes;
  return sum;
}

}  // namespace session
