// The table of verbs.
#include "session/actions.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/guess_text.hpp"
#include "session/export.hpp"
#include "session/hosts/hosts.hpp"
#include "session/lab/cards.hpp"
#include "session/lab/cuts.hpp"
#include "session/lab/inspector.hpp"
#include "session/lab/lab_stage.hpp"
#include "session/lab/open_lab.hpp"
#include "session/lab/scissors.hpp"
#include "session/lesson/calculator_page.hpp"
#include "session/lesson/confidence.hpp"
#include "session/lesson/courses.hpp"
#include "session/lesson/fusing_film.hpp"
#include "session/lesson/glossary_page.hpp"
#include "session/lesson/kept_answers.hpp"
#include "session/lesson/lesson_sweep.hpp"
#include "session/lesson/observe.hpp"
#include "session/lesson/scene_play.hpp"
#include "session/lesson/sketch.hpp"
#include "session/lesson/stage_nodes.hpp"
#include "session/lesson/task_lock.hpp"
#include "session/lesson/wider_road.hpp"
#include "session/palette/palette.hpp"
#include "session/quiz/quiz_page.hpp"
#include "session/recall/recall.hpp"
#include "session/room/class_clock.hpp"
#include "session/room/class_view.hpp"
#include "session/room/talk.hpp"
#include "session/state/kernel_source.hpp"
#include "session/state/recordings.hpp"
#include "session/state/runs.hpp"
#include "session/state/window_actions.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

namespace session {
namespace {

/// A verb gets what stands behind the ':' of the action, and the value typed or dragged.
struct Verb {
  std::string_view name;
  void (*act)(Desk&, std::string_view argument, std::string_view value);
  bool scene_only = false;  ///< the rest of the page stays as it is
};

/// On or back by the student: what was said on the page before has been read.
void turn(Desk& desk, std::ptrdiff_t steps) {
  desk.notice.clear();
  move_to(desk, static_cast<std::ptrdiff_t>(desk.course->at) + steps);
}

void skip(Desk& desk, std::string_view, std::string_view) {
  desk.course->attempt().skipped = true;
  turn(desk, 1);
}

/// The lesson from its first step: every answer is open again, and what ran is gone from the page.
void restart(Desk& desk, std::string_view, std::string_view) {
  try {
    Course& course = *desk.course;
    if (desk.services.keeps_answers) forget_answers(course);
    course.attempts.assign(course.lesson.steps.size(), {});
    course.rooms.clear();
    course.clock = {};
    forget_runs(desk, course);
    const auto of_lesson = [&](const auto& one) { return one.first.starts_with(course.lesson.id + "/"); };
    std::erase_if(desk.settings.jobs, of_lesson);
    std::erase_if(desk.settings.sliders, of_lesson);
    move_to(desk, 0);
  } catch (const base::MachineError& e) {
    desk.fail(e.what(), e.remedy);
  }
}

void choose(Desk& desk, std::string_view letter, std::string_view) {
  if (letter.size() == 1) desk.course->attempt().chosen = letter[0] - 'A';
}

void clear_arrows(Desk& desk, std::string_view, std::string_view) {
  Attempt& attempt = desk.course->attempt();
  attempt.marks.clear();
  attempt.struck.clear();
  attempt.message.clear();
}

void guess(Desk& desk, std::string_view, std::string_view value) {
  if (!desk.pages.has(PageKind::lab)) {
    set_guess(*desk.course, value);
    return;
  }
  Lab& lab = desk.lab;
  lab.typed = value;
  lab.guess.reset();
  lab.message.clear();
  if (base::trim(value).empty() || !lab.bench) return;
  if (const auto meant = lesson::parse_guess(value, lesson::Unit::ratio)) {
    lab.guess = record::Guess{lab_quantity(*lab.bench), *meant};
  } else {
    lab.message = meant.error();
  }
}

/// The lab as it was at another moment, on the device that is here now.
void put_back(Desk& desk, const Lab& then) {
  desk.lab = then;
  desk.scene.joined.reset();
  const auto& bench = desk.lab.bench;
  if (bench && !bench->ran() && bench != desk.running) replan(desk, *bench);
}

void go_step(Desk& desk, std::string_view number, std::string_view) {
  if (const auto n = base::to_integer(number)) move_to(desk, *n - 1);
  if (desk.pages.has(PageKind::room)) start_scene(desk);
}

/// `save` writes a file and returns what to say of it.
void tell_saved(Desk& desk, const std::function<base::Expected<std::string>()>& save) {
  try {
    const auto said = save();
    if (said) {
      desk.say(*said);
    } else {
      desk.fail(said.error().front().message, said.error().front().hint);
    }
  } catch (const base::MachineError& e) {
    desk.fail(e.what(), e.remedy);
  }
}

base::Expected<std::string> saved(std::string_view words, const base::Expected<std::filesystem::path>& file) {
  if (!file) return std::unexpected(file.error());
  return base::say(words, {{"path", file->string()}});
}

void save_figure(Desk& desk, std::string_view id, std::string_view path) {
  tell_saved(desk, [&] { return saved("session.export.done", export_figure(desk, id, std::filesystem::path(path))); });
}

void save_lesson(Desk& desk, std::string_view, std::string_view) {
  tell_saved(desk, [&] { return export_lesson(desk); });
}

void save_teacher_page(Desk& desk, std::string_view, std::string_view) {
  tell_saved(desk, [&] { return saved("session.export.teacher_done", export_teacher_page(desk)); });
}

constexpr Verb verbs[] = {
    {"next", [](Desk& d, std::string_view, std::string_view) { turn(d, 1); }},
    {"back", [](Desk& d, std::string_view, std::string_view) { turn(d, -1); }},
    {"step", go_step},
    {"skip", skip},
    {"restart", restart},
    {"hint", [](Desk& d, std::string_view, std::string_view) { d.course->attempt().hint = true; }},
    {"guess.set", guess},
    {"guess.drag", [](Desk& d, std::string_view, std::string_view place) { drag_guess(d, place); }},
    {"guess.more", [](Desk& d, std::string_view, std::string_view) { step_guess(d, 1); }},
    {"guess.less", [](Desk& d, std::string_view, std::string_view) { step_guess(d, -1); }},
    {"sketch.on", [](Desk& d, std::string_view, std::string_view) { pick_point(d, 1); }},
    {"sketch.back", [](Desk& d, std::string_view, std::string_view) { pick_point(d, -1); }},
    {"sketch.undo", [](Desk& d, std::string_view, std::string_view) { undo_sketch(d); }},
    {"sketch.redo", [](Desk& d, std::string_view, std::string_view) { redo_sketch(d); }},
    {"guess.lock", [](Desk& d, std::string_view, std::string_view) { lock_answer(*d.course); }},
    {"words.set", [](Desk& d, std::string_view, std::string_view v) { set_guess(*d.course, v); }},
    {"choice", choose},
    {"confidence", [](Desk& d, std::string_view how, std::string_view) { say_confidence(d.course->attempt(), how); }},
    {"observe", [](Desk& d, std::string_view tap, std::string_view) { observe_on_page(d, tap); }},
    {"arrow", [](Desk& d, std::string_view id, std::string_view) { mark_on_strip(*d.course, id); }},
    {"arrows.clear", clear_arrows},
    {"run.start", [](Desk& d, std::string_view, std::string_view) { run_in_class(d); }},
    {"machine.measure", [](Desk& d, std::string_view, std::string_view) { measure_machine(d); }},
    {"run.cancel", [](Desk& d, std::string_view, std::string_view) { d.jobs.cancel(); }},
    {"recording.open",
     [](Desk& d, std::string_view, std::string_view) {
       d.pages.has(PageKind::room) ? open_recording_in_class(d) : open_recording(d);
     }},
    {"recording.close", [](Desk& d, std::string_view, std::string_view) { close_recording(d); }},
    {"recording.nearest", [](Desk& d, std::string_view, std::string_view) { open_nearest(d); }},
    {"chain.set", [](Desk& d, std::string_view, std::string_view v) { set_chain(d, v); }},
    {"cut", [](Desk& d, std::string_view kind,
               std::string_view) { see_joining(d, [&](Desk& lab) { choose_cut(lab, kind); }); }},
    {"cut.at",
     [](Desk& d, std::string_view at, std::string_view) { see_joining(d, [&](Desk& lab) { use_scissors(lab, at); }); }},
    {"cut.set", [](Desk& d, std::string_view, std::string_view v) { set_cut_values(d, v); }},
    {"card", [](Desk& d, std::string_view name, std::string_view) { pick_card(d, name); }},
    {"edit", [](Desk& d, std::string_view edit, std::string_view) { edit_card(d, edit); }},
    {"lab.undo", [](Desk& d, std::string_view, std::string_view) { put_back(d, d.history.undo()); }},
    {"lab.redo", [](Desk& d, std::string_view, std::string_view) { put_back(d, d.history.redo()); }},
    {"chain.smaller", [](Desk& d, std::string_view, std::string_view) { make_smaller(d); }},
    {"lab.open", [](Desk& d, std::string_view, std::string_view) { open_lab(d, {}); }},
    {"course.open", [](Desk& d, std::string_view, std::string_view) { d.pages.open(PageKind::course); }},
    {"course.close", [](Desk& d, std::string_view, std::string_view) { d.pages.close(PageKind::course); }},
    {"glossary.open", [](Desk& d, std::string_view, std::string_view) { open_glossary(d, {}); }},
    {"glossary.close", [](Desk& d, std::string_view, std::string_view) { d.pages.close(PageKind::glossary); }},
    {"glossary.find", [](Desk& d, std::string_view, std::string_view v) { find_word(d, v); }},
    {"word", [](Desk& d, std::string_view word, std::string_view) { show_word(d, word); }},
    {"recall.on", [](Desk& d, std::string_view, std::string_view) { turn_recall(d, true); }},
    {"recall.off", [](Desk& d, std::string_view, std::string_view) { turn_recall(d, false); }},
    {"recall.open", [](Desk& d, std::string_view, std::string_view) { open_recall(d); }},
    {"recall.close", [](Desk& d, std::string_view, std::string_view) { d.pages.close(PageKind::recall); }},
    {"recall.tell", [](Desk& d, std::string_view, std::string_view) { tell_card(d); }},
    {"recall.rate", [](Desk& d, std::string_view how, std::string_view) { rate_card(d, how); }},
    {"recall.step", [](Desk& d, std::string_view, std::string_view) { open_card_step(d); }},
    {"before.open", [](Desk& d, std::string_view, std::string_view) { d.pages.open(PageKind::before); }},
    {"before.close", [](Desk& d, std::string_view, std::string_view) { d.pages.close(PageKind::before); }},
    {"lesson", [](Desk& d, std::string_view id, std::string_view) { open_listed_course(d, id); }},
    {"lesson.next", [](Desk& d, std::string_view, std::string_view) { open_next_course(d); }},
    {"lesson.back", [](Desk& d, std::string_view, std::string_view) { d.pages.stand_on(PageKind::lesson); }},
    {"sweep.measure", [](Desk& d, std::string_view, std::string_view) { measure_sweeps(d); }},
    {"road.move", [](Desk& d, std::string_view, std::string_view v) { move_road(d, v); }},
    {"road.more", [](Desk& d, std::string_view, std::string_view) { step_road(d, 1); }},
    {"road.less", [](Desk& d, std::string_view, std::string_view) { step_road(d, -1); }},
    {"slider.move", [](Desk& d, std::string_view name, std::string_view place) { move_slider(d, name, place); }},
    {"slider.more", [](Desk& d, std::string_view name, std::string_view) { step_slider(d, name, 1); }},
    {"slider.less", [](Desk& d, std::string_view name, std::string_view) { step_slider(d, name, -1); }},
    {"scene.play", [](Desk& d, std::string_view, std::string_view) { play_scene(d); }, true},
    {"fusing.play", [](Desk& d, std::string_view, std::string_view) { play_fusing(d); }},
    {"fusing.seek", [](Desk& d, std::string_view, std::string_view v) { seek_fusing(d, v); }},
    {"scene.show", [](Desk& d, std::string_view, std::string_view) { show_scene(d); }},
    {"scene.on", [](Desk& d, std::string_view, std::string_view) { step_scene(d, 1); }, true},
    {"scene.back", [](Desk& d, std::string_view, std::string_view) { step_scene(d, -1); }, true},
    {"scene.seek", [](Desk& d, std::string_view, std::string_view v) { seek_scene(d, v); }, true},
    {"scene.jobs", [](Desk& d, std::string_view, std::string_view v) { choose_jobs(d, v); }, true},
    {"scene.motion", [](Desk& d, std::string_view, std::string_view) { toggle_motion(d); }, true},
    {"stage", [](Desk& d, std::string_view name, std::string_view) { show_picture(d, name); }},
    {"hosts.open", [](Desk& d, std::string_view, std::string_view) { open_hosts(d); }},
    {"hosts.close", [](Desk& d, std::string_view, std::string_view) { d.pages.close(PageKind::hosts); }},
    {"host.command", [](Desk& d, std::string_view, std::string_view v) { set_host_command(d, v); }},
    {"host.name", [](Desk& d, std::string_view, std::string_view v) { set_host_name(d, v); }},
    {"host.connect", [](Desk& d, std::string_view, std::string_view) { connect_host(d); }},
    {"host.cancel", [](Desk& d, std::string_view, std::string_view) { d.links.cancel(); }},
    {"host.use", [](Desk& d, std::string_view name, std::string_view) { use_host(d, name); }},
    {"host.keep", [](Desk& d, std::string_view, std::string_view) { keep_host(d); }},
    {"host.forget", [](Desk& d, std::string_view name, std::string_view) { forget_host(d, name); }},
    {"host.leave", [](Desk& d, std::string_view, std::string_view) { leave_host(d); }},
    {"source.toggle", [](Desk& d, std::string_view, std::string_view) { toggle_source(d); }},
    {"source.show", [](Desk& d, std::string_view name, std::string_view) { d.source.kernel = name; }},
    {"source.next", [](Desk& d, std::string_view, std::string_view) { show_next_kernel(d); }},
    {"inspector.toggle", [](Desk& d, std::string_view, std::string_view) { d.inspector.open = !d.inspector.open; }},
    {"inspect", [](Desk& d, std::string_view subject, std::string_view) { d.inspector.chosen = subject; }},
    {"inspect.at", [](Desk& d, std::string_view figure, std::string_view place) { inspect_at(d, figure, place); }},
    {"inspect.next", [](Desk& d, std::string_view, std::string_view) { inspect_next(d, 1); }},
    {"inspect.back", [](Desk& d, std::string_view, std::string_view) { inspect_next(d, -1); }},
    {"class.open", [](Desk& d, std::string_view, std::string_view) { open_class(d); }},
    {"talk.open", [](Desk& d, std::string_view, std::string_view) { open_talk(d); }},
    {"class.leave", [](Desk& d, std::string_view, std::string_view) { leave_class(d); }},
    {"class.next", [](Desk& d, std::string_view, std::string_view) { turn_class(d, 1); }},
    {"class.back", [](Desk& d, std::string_view, std::string_view) { turn_class(d, -1); }},
    {"class.skip", [](Desk& d, std::string_view, std::string_view) { skip_in_class(d); }},
    {"class.kept", [](Desk& d, std::string_view, std::string_view) { show_kept_run(d); }},
    {"class.again", [](Desk& d, std::string_view, std::string_view) { begin_new_class(d); }},
    {"class.first", [](Desk& d, std::string_view, std::string_view) { begin_class(d); }},
    {"class.black", [](Desk& d, std::string_view, std::string_view) { blank_class(d, Blank::black); }},
    {"class.white", [](Desk& d, std::string_view, std::string_view) { blank_class(d, Blank::white); }},
    {"class.show", [](Desk& d, std::string_view, std::string_view) { blank_class(d, Blank::no); }},
    {"class.type", [](Desk& d, std::string_view, std::string_view) { show_hands_field(d, true); }},
    {"class.type.end", [](Desk& d, std::string_view, std::string_view) { show_hands_field(d, false); }},
    {"class.hands", [](Desk& d, std::string_view, std::string_view v) { type_hands(d, v); }},
    {"class.clock", [](Desk& d, std::string_view, std::string_view) { restart_clock(d); }},
    {"class.unseen", [](Desk& d, std::string_view, std::string_view) { d.class_view.unseen = true; }},
    {"class.flip", [](Desk& d, std::string_view, std::string_view) { flip_class(d); }},
    {"class.jobs", [](Desk& d, std::string_view way, std::string_view) { change_jobs(d, way == "more" ? 1 : -1); }},
    {"quiz.open", [](Desk& d, std::string_view, std::string_view) { open_quiz(d); }},
    {"quiz.close", [](Desk& d, std::string_view, std::string_view) { close_quiz(d); }},
    {"quiz.lesson", [](Desk& d, std::string_view id, std::string_view) { choose_quiz_lesson(d, id); }},
    {"quiz.all", [](Desk& d, std::string_view, std::string_view) { choose_whole_course(d); }},
    {"quiz.n", [](Desk& d, std::string_view, std::string_view v) { choose_quiz_size(d, v); }},
    {"quiz.seed", [](Desk& d, std::string_view, std::string_view v) { d.quiz->seed = v; }},
    {"quiz.begin", [](Desk& d, std::string_view, std::string_view) { begin_quiz(d); }},
    {"quiz.answer", answer_quiz},
    {"quiz.lock", [](Desk& d, std::string_view, std::string_view) { lock_quiz_answer(d); }},
    {"quiz.next", [](Desk& d, std::string_view, std::string_view) { turn_quiz(d, 1); }},
    {"quiz.back", [](Desk& d, std::string_view, std::string_view) { turn_quiz(d, -1); }},
    {"quiz.another", [](Desk& d, std::string_view, std::string_view) { another_quiz(d); }},
    {"palette.open", [](Desk& d, std::string_view, std::string_view) { open_palette(d); }},
    {"palette.close", [](Desk& d, std::string_view, std::string_view) { close_palette(d); }},
    {"palette.set", [](Desk& d, std::string_view, std::string_view v) { type_in_palette(d, v); }},
    {"palette.on", [](Desk& d, std::string_view, std::string_view) { choose_in_palette(d, 1); }},
    {"palette.back", [](Desk& d, std::string_view, std::string_view) { choose_in_palette(d, -1); }},
    {"palette.step", [](Desk& d, std::string_view number, std::string_view) { open_step(d, number); }},
    {"keys.dismiss", [](Desk& d, std::string_view, std::string_view) { d.keys.refused.clear(); }},
    {"preset.pick", [](Desk& d, std::string_view, std::string_view) { pick_preset(d); }},
    {"preset", [](Desk& d, std::string_view name, std::string_view) { open_preset(d, name); }},
    {"export", save_figure},
    {"lesson.export", save_lesson},
    {"lesson.teacher", save_teacher_page},
    {"trouble.dismiss", [](Desk& d, std::string_view, std::string_view) { d.trouble.reset(); }},
    {"notice.dismiss", [](Desk& d, std::string_view, std::string_view) { d.notice.clear(); }},
};

/// How many answers are locked in all.
std::ptrdiff_t locks(const Desk& desk) {
  std::ptrdiff_t count = 0;
  for (const auto& [id, course] : desk.courses) count += std::ranges::count(course.attempts, true, &Attempt::locked);
  return count;
}

}  // namespace

bool perform(Desk& desk, std::string_view id, std::string_view value) {
  const auto colon = id.find(':');
  const auto name = id.substr(0, colon);
  const auto* verb = std::find_if(std::begin(verbs), std::end(verbs), [&](const Verb& v) { return v.name == name; });
  // What is done leaves the palette, from which it may have come.
  constexpr std::string_view stays[] = {"palette.open", "preset.pick", "palette.set", "palette.on", "palette.back"};
  if (std::ranges::find(stays, name) == std::end(stays)) close_palette(desk);
  if (is_of_window(name)) return true;  // by the window itself
  if (verb == std::end(verbs)) return false;
  if (name != "class.flip") desk.class_view.asks_notes = false;
  desk.class_view.opened_at.reset();  // it was read
  const auto before = locks(desk);
  const Attempt* const here = desk.course == nullptr ? nullptr : &desk.course->attempt();
  const bool open = here != nullptr && !here->locked;
  verb->act(desk, colon == std::string_view::npos ? std::string_view{} : id.substr(colon + 1), value);
  if (locks(desk) != before) remember_answers(desk);
  if (desk.pages.has(PageKind::lab)) desk.history.keep(desk.lab, std::chrono::steady_clock::now());
  // What was cut off for the question's sake may be seen now.
  if (open && desk.course != nullptr && &desk.course->attempt() == here && here->locked) go_on_with_scene(desk);
  desk.changed = desk.changed || !verb->scene_only;
  return true;
}

}  // namespace session
