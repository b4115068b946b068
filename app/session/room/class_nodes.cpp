// Actions, letters and words of the class view.
#include "session/room/class_nodes.hpp"

#include "base/dates.hpp"
#include "base/words.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/finding.hpp"
#include "lesson/kinds/kind.hpp"
#include "session/lesson/room_letters.hpp"
#include "session/lesson/scene_film.hpp"
#include "session/room/class_figure.hpp"
#include "session/room/class_view.hpp"
#include "session/room/talk.hpp"
#include "session/state/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

namespace session {
namespace {

int all_hands(const Room& room) {
  return std::accumulate(room.hands.begin(), room.hands.end(), 0);
}

Action next_action(const Desk& desk) {
  // In an open field the others move the caret, or write.
  const Keys keys = desk.class_view.typing ? Keys{"Enter", "PageDown"} : Keys{"Right", "PageDown", "Space", "Enter"};
  Action next = action("class.next", "session.class.end", keys);
  next.label = ahead_words(desk);
  const Ahead to = ahead(desk);
  if (to == Ahead::nothing) return disabled(std::move(next), std::string(base::text("session.class.last")));
  if (to != Ahead::run) return next;
  const Action run = run_action(desk, *bench_of_page(desk));
  return run.enabled ? next : disabled(std::move(next), run.why_not);
}

/// To the next step; a button of its own only where that leaves something out.
Action skip_action(const Desk& desk) {
  const bool open = desk.course->step().task && stage_in_class(desk) != ClassStage::truth;
  Action skip = action("class.skip", open ? "session.class.skip" : "session.class.skip.told", {"Ctrl+Right"});
  skip.tucked = ahead(desk) == Ahead::step;
  return skip;
}

/// An example with one count a letter: with fewer it would be refused.
std::string such_hands(std::size_t letters) {
  constexpr std::array counts = {12, 30, 7, 4, 9};
  std::string out;
  for (std::size_t i = 0; i < letters; ++i) out += fmt::format("{}{}", i > 0 ? " " : "", counts.at(i % counts.size()));
  return out;
}

std::string why_no_hands(const Desk& desk) {
  if (!is_voted(desk)) return std::string(base::text("session.class.type.none"));
  const bool seen = stage_in_class(desk) == ClassStage::truth || room_of(desk).tallied;
  return std::string(base::text(seen ? "session.class.type.seen" : "session.class.type.locked"));
}

void scene_actions(const Desk& desk, std::vector<Action>& all) {
  const auto& film = desk.scene.film;
  if (!film) {
    for (Action& one : class_figure_actions(desk)) all.push_back(std::move(one));
    return;
  }
  all.push_back(action("scene.play", desk.scene.playing ? "session.scene.pause" : "session.scene.play", {"F7"}));
  all.push_back(action("scene.back", "session.scene.back", {"F6"}));
  all.push_back(action("scene.on", "session.scene.on", {"F8"}));
  if (film->most_jobs < 2) return;
  all.push_back(action("class.jobs:more", "session.class.jobs.more", {"Up"}));
  all.push_back(action("class.jobs:fewer", "session.class.jobs.fewer", {"Down"}));
}

bool is_about(const lesson::Block& block, const lesson::Slot& slot, const std::string& chain) {
  return (slot.chain.empty() ? block.chain : slot.chain) == chain || slot.name.ends_with(".over." + chain);
}

/// The step whose run tells what the class's words (`text`, with its findings) lack: the first of their chains' that
/// did not run; else, as any run measures the machine, the first at all.
std::optional<std::size_t> step_to_run(const Desk& desk, const lesson::Block& block, std::string_view text) {
  if (desk.services.device == nullptr) return std::nullopt;
  const Course& course = *desk.course;
  const auto slots = lesson::slots(text);
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < course.lesson.steps.size(); ++i) {
    const auto& task = course.lesson.steps[i].task;
    if (!task || !task->kind->is_run()) continue;
    const auto bench = course.benches.find(task->chain);
    if (bench == course.benches.end() || bench->second->ran()) continue;
    if (std::ranges::any_of(slots, [&](const auto& slot) { return is_about(block, slot, task->chain); })) return i;
    if (!first) first = i;
  }
  return first;
}

/// Where a class that went ahead of its runs finds the numbers that its words lack; empty where they lack none.
std::string run_words(const Desk& desk) {
  const lesson::Block* block = class_block(desk);
  if (block == nullptr || desk.running) return {};
  const auto known = readable(desk);
  const std::string text = lesson::with_findings(block->text, desk.course->lesson, known);
  const auto step = step_to_run(desk, *block, text);
  if (!step || !lesson::lacks_run(text, known, block->chain)) return {};
  const std::size_t at = desk.course->at;
  const auto* words = *step < at ? "session.class.unrun.back" : "session.class.unrun.on";
  return base::say(words, {{"step", std::to_string(*step + 1)}});
}

/// Before a run of which one from before the class is kept: what shows it, and what makes a new one.
std::string kept_run_words(const Desk& desk) {
  const auto& task = desk.course->step().task;
  if (!task || !task->kind->is_run() || stage_in_class(desk) == ClassStage::truth || desk.running) return {};
  const auto bench = bench_of_page(desk);
  if (!bench || !bench->is_of(record::Source::measured)) return {};
  const std::string when = base::minute(bench->measurement(LockRule::to_run()).provenance.date);
  return base::say(ahead(desk) == Ahead::run ? "session.class.kept_run" : "session.class.kept_run.alone",
                   {{"when", when}});
}

/// Where the room stands; that nobody counted is the presenter's to know.
std::string hands_words(const Desk& desk, bool for_the_room) {
  const Room room = room_of(desk);
  const ClassStage stage = stage_in_class(desk);
  if (stage == ClassStage::question || !desk.course->step().task) return {};
  if (room.number && stage != ClassStage::locked) {
    const lesson::Task& task = *desk.course->step().task;
    return base::say("session.class.number_said",
                     {{"number", lesson::show_answer(task, asked_by(task), *room.number)}});
  }
  const bool alone = for_the_room && !desk.class_view.two_windows;
  if (stage == ClassStage::tally && alone) return std::string(base::text("session.class.space.truth"));
  if (stage != ClassStage::locked) return {};
  if (room.hands.empty()) {
    const bool uncounted = is_voted(desk) && !room.number && !for_the_room;
    return std::string(base::text(uncounted ? "session.class.locked.uncounted"
                                  : alone   ? "session.class.locked.alone"
                                            : "session.class.locked"));
  }
  const char* words = alone          ? "session.class.locked_hands.alone"
                      : for_the_room ? "session.class.locked_hands"
                                     : "session.class.locked_hands.notes";
  return base::say(words, {{"all", std::to_string(all_hands(room))}});
}

}  // namespace

std::string ahead_words(const Desk& desk) {
  switch (ahead(desk)) {
    case Ahead::lock:
      return std::string(base::text("session.class.lock"));
    case Ahead::tally:
      return std::string(base::text("session.class.tally"));
    case Ahead::truth:
      return std::string(base::text("session.class.truth"));
    case Ahead::run:
      return run_action(desk, *bench_of_page(desk)).label;
    case Ahead::figure:
      if (has_class_figure(desk, true)) return std::string(base::text("session.class.figure"));
      return std::string(base::text(desk.talk ? "session.talk.takeaways" : "session.class.takeaways"));
    case Ahead::step:
      if (const auto next = stop_beside(desk, 1)) {
        return base::say("session.class.step", {{"step", next->course->lesson.steps[next->at].title}});
      }
      break;
    case Ahead::nothing:
      break;
  }
  return std::string(base::text("session.class.end"));
}

Action show_action() {
  return action("class.show", "session.class.show", {"B"});
}

std::vector<Action> class_actions(const Desk& desk, bool own_window) {
  std::vector<Action> all = {next_action(desk)};
  Action back =
      action("class.back", "session.class.back", desk.class_view.typing ? Keys{"PageUp"} : Keys{"PageUp", "Left"});
  if (is_first_page(desk)) {
    back = disabled(std::move(back), std::string(base::text("session.back.first")));
  }
  all.push_back(std::move(back));
  if (stop_beside(desk, 1)) {
    all.push_back(skip_action(desk));
  } else if (!desk.talk &&
             !desk.course->next.empty()) {  // no key of a clicker: one press too many starts no other lesson
    Action next = action("lesson.next", "session.lesson.next", {"Ctrl+Right"});
    next.label = base::say("session.lesson.next", {{"lesson", desk.course->next}});
    all.push_back(std::move(next));
  }
  if (desk.class_view.typing) {
    all.push_back(action("class.type.end", "session.class.type.end", {"Escape"}));
  } else if (may_count(desk)) {
    const bool letters = !letters_of(*desk.course, desk.course->at).empty();
    all.push_back(action("class.type", letters ? "session.class.type" : "session.class.type.number", {"T"}));
  } else {
    // Who types hands now would click with every space: the key says why no field opens.
    all.push_back(disabled(action("class.type", "session.class.type", {"T"}), why_no_hands(desk)));
    all.back().hushed = !own_window && stage_in_class(desk) == ClassStage::truth;
  }
  const bool runs = desk.course->step().task && desk.course->step().task->kind->is_run();
  if (const auto recorded = runs ? recording_action(desk, *bench_of_page(desk)) : std::nullopt) {
    all.push_back(*recorded);
  }
  // What a run of another day left is not what the notes say: the room can see one of its own.
  if (runs && !desk.running && bench_of_page(desk)->is_of(record::Source::measured)) {
    all.push_back(run_action(desk, *bench_of_page(desk)));
    const bool waits = stage_in_class(desk) != ClassStage::truth && ahead(desk) == Ahead::run;
    if (waits) all.push_back(action("class.kept", "session.class.kept.show", {"K"}));
  }
  if (!own_window && !desk.class_view.two_windows) {
    all.push_back(action("class.flip",
                         desk.class_view.presenter ? "session.class.to_audience" : "session.class.to_notes", {"P"}));
  }
  scene_actions(desk, all);
  if (!desk.talk && desk.course->at > 0) all.push_back(action("class.first", "session.class.first", {"Home"}));
  if (!desk.talk && !desk.running && keeps_class(desk)) {
    all.push_back(action("class.again", "session.class.again", {"Ctrl+Home"}));
    all.back().tucked = true;
  }
  if (!desk.class_view.typing) {  // keys of a clicker, and of programs that present
    all.push_back(action("class.black", "session.class.black", {"B", "."}));
    all.push_back(action("class.white", "session.class.white", {"W", ","}));
  }
  all.push_back(action("class.leave", "session.class.leave",
                       desk.class_view.typing || desk.running ? Keys{"F5"} : Keys{"Escape", "F5"}));
  return all;
}

std::vector<Node> letter_nodes(const Desk& desk, bool tally, bool truth) {
  const Course& course = *desk.course;
  const auto letters = letters_of(course, course.at);
  const Room room = room_of(desk);
  const int all = all_hands(room);
  const auto known = readable(desk);
  const auto& task = course.step().task;
  std::vector<Node> nodes;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const std::string letter = lesson::letter(i);
    Node node = make("class.letter." + letter, Purpose::choice, letter);
    node.paragraphs = lesson::paragraphs(lesson::fill(letters[i].words, known, task->chain));
    if (tally && i < room.hands.size()) {
      node.share = static_cast<double>(room.hands[i]) / all;
      node.value = base::say("session.class.hand_count", static_cast<std::uint64_t>(room.hands[i]));
      node.lines.push_back(
          base::say("session.class.hands", {{"hands", std::to_string(room.hands[i])}, {"all", std::to_string(all)}}));
    }
    if (truth && letters[i].right) {
      node.selected = true;
      node.lines.emplace_back(base::text("session.choice.right"));
    }
    node.faded = truth && !letters[i].right;
    nodes.push_back(std::move(node));
  }
  return nodes;
}

std::vector<Node> hands_nodes(const Desk& desk) {
  if (!desk.class_view.typing) return {};
  const auto letters = letters_of(*desk.course, desk.course->at).size();
  const Room room = room_of(desk);
  const std::string last = lesson::letter(std::max<std::size_t>(letters, 1) - 1);
  Node field =
      make("class.hands", Purpose::number,
           letters == 0 ? std::string(base::text("session.class.number"))
                        : base::say("session.class.hands.label", {{"last", last}, {"such", such_hands(letters)}}),
           room.typed);
  field.editable = field.focused = true;
  field.several = letters > 1;
  field.actions.push_back(action("class.hands", "session.class.hands.set"));
  std::vector<Node> nodes = {std::move(field)};
  if (!room.message.empty()) nodes.push_back(notice("class.message", Said::reply, room.message));
  return nodes;
}

namespace {

const lesson::Block* last_block(const lesson::Step& step, bool told) {
  const lesson::Block* found = nullptr;
  for (const lesson::Block& block : step.blocks) {
    if (block.is(lesson::fences::in_class) && (!block.after_task || told)) found = &block;
  }
  return found;
}

}  // namespace

const lesson::Block* class_block(const Desk& desk) {
  return last_block(desk.course->step(), stage_in_class(desk) == ClassStage::truth);
}

const lesson::Block* asking_block(const lesson::Step& step) {
  return last_block(step, false);
}

std::string class_text(const Desk& desk) {
  const lesson::Block* block = class_block(desk);
  return block == nullptr ? desk.course->step().title : class_text(desk, *block);
}

std::string class_text(const Desk& desk, const lesson::Block& block) {
  const auto known = readable(desk);
  const std::string text = lesson::with_findings(block.text, desk.course->lesson, known);
  const bool can_run = step_to_run(desk, block, text).has_value();
  return lesson::fill(text, known, block.chain, can_run ? base::text("session.class.unrun") : "");
}

std::string room_words(const Desk& desk, bool for_the_room) {
  const ClassView& shown = desk.class_view;
  if (shown.blank != Blank::no && !for_the_room) {
    return base::say(shown.blank == Blank::black ? "session.class.is_black" : "session.class.is_white");
  }
  const std::size_t step = desk.course->at + 1;
  const bool opened = shown.opened_at == desk.course->at;
  const bool to_presenter = !(for_the_room && shown.two_windows);
  if (opened && to_presenter && keeps_class(desk)) return base::say("session.class.kept");
  std::string said = hands_words(desk, for_the_room);
  if (said.empty() && for_the_room && to_presenter) said = kept_run_words(desk);
  if (said.empty() && step > 1 && opened && to_presenter) {
    const char* words = for_the_room ? "session.class.starts.alone" : "session.class.starts";
    said = base::say(words, {{"step", std::to_string(step)}});
  }
  if (said.empty()) said = run_words(desk);
  const bool alone = for_the_room && !shown.two_windows;
  return said.empty() && opened && alone ? base::say("session.class.keys") : said;
}

namespace {

std::string space_words(const Desk& desk) {
  if (may_count(desk)) {
    const bool letters = !letters_of(*desk.course, desk.course->at).empty();
    return base::say(letters ? "session.class.space.lock" : "session.class.space.number");
  }
  switch (ahead(desk)) {
    case Ahead::run:
      return base::say("session.class.space.run");
    case Ahead::figure:
      return base::say(has_class_figure(desk, true) ? "session.class.space.figure" : "session.class.space.takeaways");
    case Ahead::step:
      return base::say("session.class.space.step");
    case Ahead::truth:
      return base::say("session.class.space.truth");
    default:
      break;
  }
  return {};
}

}  // namespace

std::string key_words(const Desk& desk) {
  if (desk.class_view.two_windows || desk.class_view.typing || desk.running) return {};
  const bool films = desk.scene.film && stage_in_class(desk) == ClassStage::question;
  const std::string space = space_words(desk);
  return films && !space.empty() ? base::say("session.class.space.film", {{"space", space}}) : space;
}

Node class_header(const Desk& desk) {
  const Course& course = *desk.course;
  if (desk.talk) {
    return make("header", Purpose::header, base::say("session.talk.title"),
                base::say("session.talk.place", {{"stop", std::to_string(desk.talk->at + 1)},
                                                 {"stops", std::to_string(desk.talk->stops.size())}}));
  }
  return make("header", Purpose::header, fmt::format("{} {}", course.lesson.id, course.lesson.title),
              base::say("session.class.place", {{"step", std::to_string(course.at + 1)},
                                                {"steps", std::to_string(course.lesson.steps.size())}}));
}

}  // namespace session
