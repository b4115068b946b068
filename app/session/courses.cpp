// From the course's list to an open lesson.
#include "session/courses.hpp"

#include "session/actions.hpp"
#include "session/kept_answers.hpp"
#include "session/recordings.hpp"

#include <algorithm>
#include <iterator>

namespace session {
namespace {

base::Expected<Course> make_course(const Desk& desk, lesson::Lesson lesson) {
  Course course;
  course.attempts.resize(lesson.steps.size());
  for (const auto& [name, chain] : lesson.chains) {
    auto bench = make_bench(name, chain, desk.services.device.get(), desk.spec);
    if (!bench) return std::unexpected(std::move(bench.error()));
    course.benches[name] = std::move(*bench);
  }
  // A course that cannot be read is told where it is opened.
  if (const auto listed = desk.services.course()) {
    const auto here = std::ranges::find(*listed, lesson.id, &lesson::Listed::id);
    if (here != listed->end() && std::next(here) != listed->end()) course.next = std::next(here)->id;
  }
  course.lesson = std::move(lesson);
  look_up_recordings(desk, course);
  return course;
}

}  // namespace

base::Expected<void> open_course(Desk& desk, std::string_view id) {
  auto lesson = desk.services.find_lesson(id);
  if (!lesson) return std::unexpected(std::move(lesson.error()));
  auto course = desk.courses.find(lesson->id);
  if (course == desk.courses.end()) {
    auto made = make_course(desk, std::move(*lesson));
    if (!made) return std::unexpected(std::move(made.error()));
    if (desk.services.keeps_answers) {
      if (auto said = recall_answers(*made); !said.empty()) desk.say(std::move(said));
    }
    std::string key = made->lesson.id;
    course = desk.courses.emplace(std::move(key), std::move(*made)).first;
  }
  desk.course = &course->second;
  desk.in_lab = false;
  move_to(desk, static_cast<std::ptrdiff_t>(desk.course->at));
  return {};
}

void open_next_course(Desk& desk) {
  const std::string next = desk.course->next;
  if (const auto opened = open_course(desk, next); !opened) desk.fail(base::render(opened.error()));
}

}  // namespace session
