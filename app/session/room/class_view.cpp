// The clicks of a class: where each leads, and what it tells the room.
#include "session/room/class_view.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/frame/headline.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/guess_text.hpp"
#include "lesson/kinds/kind.hpp"
#include "session/lesson/courses.hpp"
#include "session/lesson/room_letters.hpp"
#include "session/lesson/scene_film.hpp"
#include "session/lesson/scene_play.hpp"
#include "session/lesson/stage_nodes.hpp"
#include "session/room/class_clock.hpp"
#include "session/room/class_figure.hpp"
#include "session/room/takeaways.hpp"
#include "session/room/talk.hpp"
#include "session/state/lock_rule.hpp"
#include "session/state/page.hpp"
#include "session/state/recordings.hpp"
#include "session/state/runs.hpp"

#include <algorithm>

namespace session {
namespace {

const std::optional<lesson::Task>& task_of(const Desk& desk) {
  return desk.course->step().task;
}

bool was_counted(const Room& room) {
  return !room.hands.empty() || room.number.has_value();
}

Ahead beyond(const Desk& desk) {
  return stop_beside(desk, 1) ? Ahead::step : Ahead::nothing;
}

bool is_run(const Desk& desk) {
  return task_of(desk) && task_of(desk)->kind->is_run();
}

/// What only a clock can tell waits for the run.
bool is_known(const Desk& desk) {
  const lesson::Task& task = *task_of(desk);
  if (!letters_of(*desk.course, desk.course->at).empty()) return true;
  const auto bench = bench_of_page(desk);
  const bool by_clock = lesson::hangs_on_a_clock(asked_by(task));
  if (by_clock && bench && LockRule(desk).hides_run(*bench)) return false;
  return lesson::value_of(truth(*desk.course), task.chain, asked_by(task)).has_value();
}

/// Words that begin with a figure. A student's guess may be "4 294 967 296"; a room's may not: its "12 30 7" is hands.
std::ptrdiff_t numbers_in(std::string_view typed) {
  std::string spaced(typed);
  std::ranges::replace(spaced, '\t', ' ');
  const auto begins_number = [](std::string_view word) {
    return !word.empty() && word.front() >= '0' && word.front() <= '9';
  };
  return std::ranges::count_if(base::split(base::trim(spaced), ' '), begins_number);
}

/// Takes what was typed for the room's answer; false if it cannot be read.
bool count_hands(const Desk& desk, Room& room) {
  room.message.clear();
  room.hands.clear();
  room.number.reset();
  if (base::trim(room.typed).empty()) return true;
  const auto letters = letters_of(*desk.course, desk.course->at);
  if (!letters.empty()) {
    if (auto hands = parse_hands(room.typed, letters.size())) {
      room.hands = std::move(*hands);
    } else {
      room.message = std::move(hands.error());
    }
  } else if (numbers_in(room.typed) > 1) {
    room.message = base::text("session.class.number.only");
  } else if (auto number = lesson::parse_guess(
                 room.typed, lesson::unit_of(asked_by(*task_of(desk))).value_or(lesson::Unit::ratio))) {
    room.number = *number;
  } else {
    room.message = std::move(number.error());
  }
  return room.message.empty();
}

/// As soon as there is one to be seen.
void tell_run(Room& room) {
  room.stage = ClassStage::truth;
  room.told = true;
}

void go_on(Desk& desk, Room& room) {
  switch (ahead(desk)) {
    case Ahead::lock:
      desk.class_view.typing = !count_hands(desk, room);
      if (room.message.empty()) room.stage = ClassStage::locked;
      return;
    case Ahead::tally:
      room.stage = ClassStage::tally;
      room.tallied = true;
      return;
    case Ahead::truth:
      room.stage = ClassStage::truth;
      room.told = true;
      return;
    case Ahead::run:
      if (!run_action(desk, *bench_of_page(desk)).enabled) return;
      start_run(desk);
      return tell_run(room);
    case Ahead::figure:
      room.figured = true;
      return;
    case Ahead::step:
      room.told = true;
      return go_to_stop(desk, 1);
    case Ahead::nothing:
      return;
  }
}

/// Whether a click back leads to the step before: there is no way back to a question whose truth was told.
bool leaves_step(const Desk& desk) {
  const Room room = room_of(desk);
  return is_run(desk) || room.told || room.stage == ClassStage::question || room.stage == ClassStage::truth;
}

void go_back(Desk& desk, Room& room) {
  if (shows_figure(desk)) {
    room.figured = false;
  } else if (leaves_step(desk)) {
    go_to_stop(desk, -1);
  } else if (!is_voted(desk) || room.stage == ClassStage::locked) {
    room.stage = ClassStage::question;
  } else {
    room.stage = ClassStage::locked;
  }
}

/// On a stage the teacher starts it; with the truth it stands at its end, whose numbers the words tell.
void start_in_class(Desk& desk) {
  load_film(desk);
  const bool told = stage_in_class(desk) == ClassStage::truth && !is_run(desk);
  if (told) show_told_jobs(desk);
  if (told && desk.scene.film) {  // the words say already what its meters come to
    desk.scene.seconds = desk.scene.film->end;
    desk.scene.playing = false;
    return;
  }
  if (!has_stage(desk) || desk.scene.seconds > 0) start_scene(desk);
}

}  // namespace

Ahead ahead(const Desk& desk) {
  const auto& task = task_of(desk);
  if (!task) return beyond(desk);
  const ClassStage stage = stage_in_class(desk);
  if (stage == ClassStage::truth) {
    const bool more = has_class_figure(desk, true) || has_takeaways(desk);
    return !room_of(desk).figured && more ? Ahead::figure : beyond(desk);
  }
  if (is_run(desk)) {
    // A run of before the class is not the one that the words announce: where there can be a new one, it waits.
    const bool ran = bench_of_page(desk)->ran() && !desk.running;
    const bool live = desk.services.device != nullptr && desk.services.device->live();
    if (ran && !live) return Ahead::truth;
    return desk.services.device == nullptr ? beyond(desk) : Ahead::run;
  }
  if (!is_voted(desk)) return Ahead::truth;
  if (stage == ClassStage::question) return Ahead::lock;
  if (stage == ClassStage::locked && was_counted(room_of(desk))) return Ahead::tally;
  return is_known(desk) ? Ahead::truth : beyond(desk);
}

void open_class(Desk& desk) {
  desk.pages.open(PageKind::room);
  desk.class_view.presenter = desk.class_view.typing = false;
  desk.source.open = false;
  desk.notice.clear();
  // Who prepared a lesson to its end begins it with the class.
  const Course& course = *desk.course;
  const bool at_end = course.at > 0 && course.at + 1 == course.lesson.steps.size();
  const bool all = std::ranges::all_of(course.attempts, &Attempt::locked);
  if (!desk.talk && at_end && all && !course.clock.began) move_to(desk, 0);
  desk.class_view.opened_at.reset();
  if (!desk.talk) desk.class_view.opened_at = desk.course->at;
  start_in_class(desk);
  follow_clock(desk);
}

void leave_class(Desk& desk) {
  desk.class_view = {};
  desk.talk.reset();
  desk.pages.close(PageKind::room);
}

void show_kept_run(Desk& desk) {
  if (is_run(desk) && bench_of_page(desk)->ran() && !desk.running) tell_run(desk.course->rooms[desk.course->at]);
}

void run_in_class(Desk& desk) {
  start_run(desk);
  if (desk.pages.has(PageKind::room) && desk.running && is_run(desk)) tell_run(desk.course->rooms[desk.course->at]);
}

void turn_class(Desk& desk, int direction) {
  desk.notice.clear();
  Room& room = desk.course->rooms[desk.course->at];
  if (direction > 0) {
    go_on(desk, room);
  } else {
    desk.class_view.typing = false;
    go_back(desk, room);
  }
  start_in_class(desk);
}

void begin_new_class(Desk& desk) {
  desk.course->rooms.clear();
  desk.course->clock = {};
  desk.class_view.opened_at.reset();
  begin_class(desk);
  follow_clock(desk);
}

bool keeps_class(const Desk& desk) {
  return std::ranges::any_of(desk.course->rooms, [](const auto& one) {
    const Room& room = one.second;
    return room.told || room.stage != ClassStage::question || was_counted(room);
  });
}

void begin_class(Desk& desk) {
  desk.notice.clear();
  desk.class_view.typing = false;
  move_to(desk, 0);
  start_in_class(desk);
}

void blank_class(Desk& desk, Blank blank) {
  desk.class_view.blank = blank;
  desk.class_view.presenter = false;  // on one screen it is the room's that is blank
}

void open_recording_in_class(Desk& desk) {
  open_recording(desk);
  const auto bench = bench_of_page(desk);
  if (bench && bench->is_of(record::Source::recorded)) tell_run(desk.course->rooms[desk.course->at]);
}

void skip_in_class(Desk& desk) {
  desk.notice.clear();
  desk.class_view.typing = false;
  go_to_stop(desk, 1);
  start_in_class(desk);
}

bool is_first_page(const Desk& desk) {
  return !stop_beside(desk, -1) && leaves_step(desk) && !shows_figure(desk);
}

bool is_voted(const Desk& desk) {
  return task_of(desk) && task_of(desk)->kind->is_voted();
}

bool may_count(const Desk& desk) {
  return is_voted(desk) && stage_in_class(desk) == ClassStage::question && !room_of(desk).tallied;
}

void type_hands(Desk& desk, std::string_view typed) {
  Room& room = desk.course->rooms[desk.course->at];
  room.typed = typed;
  room.message.clear();
}

void show_hands_field(Desk& desk, bool open) {
  desk.class_view.typing = open;
  if (open) return;
  // What cannot be read is given up with its field: a click goes on without it.
  Room& room = desk.course->rooms[desk.course->at];
  if (!count_hands(desk, room)) room.typed.clear();
  room.message.clear();
}

void flip_class(Desk& desk) {
  ClassView& shown = desk.class_view;
  if (!shown.presenter && !shown.asks_notes) {
    shown.asks_notes = true;
    return;
  }
  shown.asks_notes = shown.unseen = false;
  shown.presenter = !shown.presenter;
}

void change_jobs(Desk& desk, int by) {
  const auto& film = desk.scene.film;
  if (!film || film->most_jobs < 2) return;
  const int jobs = std::clamp(film->jobs + by, 1, film->most_jobs);
  choose_jobs(desk, base::exact_number((jobs - 1.0) / (film->most_jobs - 1)));
}

}  // namespace session
