// From the course's list to an open lesson.
#include "session/lesson/courses.hpp"

#include "base/words.hpp"
#include "lesson/quantity.hpp"
#include "lesson/sizes.hpp"
#include "lesson/stage.hpp"
#include "publish/kept_ladder.hpp"
#include "session/lesson/kept_answers.hpp"
#include "session/lesson/lesson_sweep.hpp"
#include "session/lesson/sketch.hpp"
#include "session/state/recordings.hpp"
#include "session/state/runs.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace session {
namespace {

bool runs_on_gpu(const Desk& desk) {
  return desk.services.device != nullptr && desk.services.device->is_gpu();
}

base::Expected<Course> make_course(const Desk& desk, lesson::Lesson lesson) {
  Course course;
  lesson::size_for(lesson, runs_on_gpu(desk));
  course.attempts.resize(lesson.steps.size());
  for (const auto& [name, chain] : lesson.chains) {
    auto bench = make_bench(name, chain, desk.services.device.get(), desk.spec, lesson::plans_of(lesson, name));
    if (!bench) return std::unexpected(std::move(bench.error()));
    course.benches[name] = std::move(*bench);
  }
  course.sweeps = sweeps_of(desk, lesson);
  course.ladders = publish::ladders_of(lesson);
  course.imports = publish::imports_of(lesson, desk.services.import_of);
  // A course that cannot be read is told where it is opened.
  if (const auto listed = desk.services.course()) {
    const auto here = std::ranges::find(*listed, lesson.id, &lesson::Listed::id);
    course.first = here != listed->end() && here == listed->begin();
    if (here != listed->end() && std::next(here) != listed->end()) course.next = std::next(here)->id;
    const auto known = lesson::introduced(*listed, lesson.id);
    course.introduced.insert(known.begin(), known.end());
  } else {
    // Nobody knows what came before: nothing is held back, as in a lesson that is none of the course.
    course.introduced.insert(std::begin(lesson::stage_tabs), std::end(lesson::stage_tabs));
  }
  course.lesson = std::move(lesson);
  course.curves = sketched_forms(course.lesson);
  calculate(desk, course);
  tell_recordings(desk, course);
  return course;
}

/// The same task, as far as an answer to it goes.
bool same_task(const Course& a, std::size_t at_a, const Course& b, std::size_t at_b) {
  const auto &one = a.lesson.steps[at_a].task, &other = b.lesson.steps[at_b].task;
  if (!one || !other || one->id != other->id || one->kind != other->kind || one->asked != other->asked) return false;
  if (one->sweep != other->sweep || one->unfused != other->unfused) return false;
  if (lesson::is_calculated(one->asked)) {
    const auto before = a.calculated.find(one->asked), after = b.calculated.find(one->asked);
    return before != a.calculated.end() && after != b.calculated.end() && before->second == after->second;
  }
  const auto chain = a.benches.find(one->chain), now = b.benches.find(other->chain);
  if (chain == a.benches.end() || now == b.benches.end()) return one->choices == other->choices;
  if (one->choices != other->choices) return false;
  // Counts hang on the form alone; bytes and times on sizes as well.
  const auto unit = lesson::unit_of(one->asked);
  if (unit && lesson::is_count(*unit)) return chain->second->form() == now->second->form();
  return *chain->second->chain == *now->second->chain;
}

/// `open` as it is with this text, or in other sizes: answers stay with the tasks that stay.
base::Expected<Course> remade(const Desk& desk, const Course& open, lesson::Lesson lesson) {
  auto made = make_course(desk, std::move(lesson));
  if (!made) return made;
  made->kept.assign(made->attempts.size(), {});
  for (std::size_t now = 0; now < made->attempts.size(); ++now) {
    for (std::size_t before = 0; before < open.attempts.size(); ++before) {
      if (!same_task(open, before, *made, now)) continue;
      made->attempts[now] = open.attempts[before];
      if (before < open.kept.size()) made->kept[now] = open.kept[before];
    }
  }
  for (auto& [name, bench] : made->benches) {
    const auto before = open.benches.find(name);
    const bool same = before != open.benches.end() && *before->second->chain == *bench->chain &&
                      before->second->named() == bench->named();
    if (same) bench = before->second;
  }
  made->kept_name = open.kept_name;
  made->at = std::min(open.at, made->lesson.steps.size() - 1);
  return made;
}

}  // namespace

void take_changed_lesson(Desk& desk, std::optional<base::Expected<lesson::Lesson>> changed) {
  if (!changed || desk.course == nullptr) return;
  base::Expected<lesson::Lesson>& lesson = *changed;
  Course& open = *desk.course;
  const auto told = [&](const base::Diagnostics& mistakes) {
    desk.fail(base::say("session.reload.broken", {{"mistakes", base::render(mistakes)}}),
              std::string(base::text("session.reload.remedy")));
    open.broken = true;
  };
  if (!lesson) return told(lesson.error());
  if (lesson->id != open.lesson.id) {
    return told(base::wrong(base::say("session.reload.other_id", {{"id", lesson->id}})).error());
  }
  auto made = remade(desk, open, std::move(*lesson));
  if (!made) return told(made.error());
  if (open.broken) desk.trouble.reset();
  const auto at = static_cast<std::ptrdiff_t>(open.at);
  open = std::move(*made);
  desk.say(std::string(base::text("session.reload.done")));
  move_to(desk, at);
}

void size_courses(Desk& desk) {
  if (!std::exchange(desk.other_device, false)) return;
  for (auto& [id, course] : desk.courses) {
    if (course.lesson.other_sizes.empty() || course.lesson.sized_for_gpu == runs_on_gpu(desk)) continue;
    auto made = remade(desk, course, course.lesson);
    if (!made) continue;  // it was made before: only the device's limits could refuse it, and its pages tell that
    made->rooms = std::move(course.rooms);
    made->clock = course.clock;
    course = std::move(*made);
    recall_runs(desk, course);
  }
}

base::Expected<void> open_course(Desk& desk, std::string_view id) {
  auto lesson = desk.services.find_lesson(id);
  if (!lesson) return std::unexpected(std::move(lesson.error()));
  std::error_code unknown;
  const bool own_folder = id.find('/') != std::string_view::npos || id.ends_with(".md") ||
                          std::filesystem::is_directory(std::filesystem::path(id), unknown);
  if (own_folder) {
    const auto listed = desk.services.course();  // what is wrong with it is said where the course is opened
    const auto taken = listed ? lesson::id_is_taken(*lesson, *listed) : std::nullopt;
    if (taken) return std::unexpected(base::Diagnostics{*taken});
    desk.watch.follow(lesson->file);
  } else {
    desk.watch.follow({});
  }
  auto course = desk.courses.find(lesson->id);
  if (course == desk.courses.end()) {
    auto made = make_course(desk, std::move(*lesson));
    if (!made) return std::unexpected(std::move(made.error()));
    if (desk.services.keeps_answers) {
      if (auto said = recall_answers(*made); !said.empty()) desk.say(std::move(said));
      recall_runs(desk, *made);
      const auto place = desk.settings.places.find(made->lesson.id);
      if (place != desk.settings.places.end()) made->at = static_cast<std::size_t>(place->second - 1);
    }
    std::string key = made->lesson.id;
    course = desk.courses.emplace(std::move(key), std::move(*made)).first;
  }
  desk.course = &course->second;
  desk.pages.stand_on(PageKind::lesson);
  move_to(desk, static_cast<std::ptrdiff_t>(desk.course->at));
  return {};
}

void open_listed_course(Desk& desk, std::string_view id) {
  const std::string copy(id);
  if (const auto opened = open_course(desk, copy); !opened) desk.fail(base::render(opened.error()));
}

void open_next_course(Desk& desk) {
  open_listed_course(desk, desk.course->next);
}

void move_to(Desk& desk, std::ptrdiff_t step) {
  desk.pages.close_asides();
  Course& course = *desk.course;
  const auto last = static_cast<std::ptrdiff_t>(course.lesson.steps.size()) - 1;
  course.at = static_cast<std::size_t>(std::clamp(step, std::ptrdiff_t{0}, last));
  desk.settings.last_lesson = course.lesson.id;
  desk.settings.last_step = desk.settings.places[course.lesson.id] = static_cast<int>(course.at) + 1;
  desk.remember();
  remember_answers(desk);
  desk.changed = true;
}

}  // namespace session
