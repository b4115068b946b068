// The class view's page for the teacher: now and next, the clock, what to say and do, the answer, what to say to each.
#include "base/dates.hpp"
#include "base/words.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/finding.hpp"
#include "lesson/kinds/kind.hpp"
#include "session/lesson/scene_film.hpp"
#include "session/room/class_answer.hpp"
#include "session/room/class_clock.hpp"
#include "session/room/class_nodes.hpp"
#include "session/room/class_thumbnails.hpp"
#include "session/room/class_view.hpp"
#include "session/room/takeaways.hpp"
#include "session/state/page.hpp"
#include "session/state/recordings.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

namespace session {
namespace {

using lesson::Block;

std::string stage_words(const Desk& desk) {
  if (shows_takeaways(desk)) return std::string(base::text("session.class.at.takeaways"));
  switch (stage_in_class(desk)) {
    case ClassStage::question:
    case ClassStage::locked: {
      if (!desk.course->step().task->kind->is_run()) return std::string(base::text("session.class.at.question"));
      const auto bench = bench_of_page(desk);
      if (!bench || !bench->is_of(record::Source::measured)) return std::string(base::text("session.class.at.run"));
      const std::string& when = bench->measurement(LockRule::to_run()).provenance.date;
      return base::say("session.class.at.run.kept", {{"when", base::minute(when)}});
    }
    case ClassStage::tally:
      return std::string(base::text("session.class.at.tally"));
    case ClassStage::truth:
      return std::string(base::text("session.class.at.truth"));
  }
  return {};
}

bool is_note(const Block& block) {
  return block.is(lesson::fences::say) || block.is(lesson::fences::doing);
}

/// What a talk says in its own words at this moment: its stop's, or its end's.
std::vector<std::string> said_in_talk(const Desk& desk) {
  if (!desk.talk) return {};
  if (shows_takeaways(desk)) return desk.talk->close;
  const TalkWalk::Stop& stop = desk.talk->stops[desk.talk->at];
  return stage_in_class(desk) == ClassStage::truth ? stop.then : stop.say;
}

/// Those before the step's task go with the question, those behind it with the truth: nothing is said too early or too
/// late. Of a run, which asks nothing, both can be read before it where nobody else does (`alone`). Beside the
/// takeaways all of them have been said.
void notes(const Desk& desk, bool alone, std::vector<Node>& nodes) {
  int said = 0, done = 0;
  const auto add = [&](bool say, const std::string& text) {
    Node node = prose((say ? "class.say." : "class.do.") + std::to_string(say ? ++said : ++done), Purpose::prose, text);
    node.label = base::text(say ? "session.class.say" : "session.class.do");
    nodes.push_back(std::move(node));
  };
  const std::vector<std::string> of_talk = said_in_talk(desk);
  for (const std::string& text : of_talk) add(true, text);
  if (shows_takeaways(desk)) {
    nodes.push_back(*takeaways(desk));
    nodes.back().purpose = Purpose::explanation;  // what the room reads, in small
    return;
  }
  const auto known = readable(desk);
  const bool told = stage_in_class(desk) == ClassStage::truth;
  for (const Block& block : desk.course->step().blocks) {
    if (!is_note(block) || block.after_task != told) continue;
    const bool say = block.is(lesson::fences::say);
    if (say && !of_talk.empty()) continue;
    add(say, lesson::fill(block.text, desk.course->lesson, known, block.chain));
  }
  if (told && said + done == 0) {  // so that nobody waits for what is below, or still to come
    nodes.push_back(notice("class.no_notes", Said::foot, base::say("session.class.no_notes")));
  }
  const auto& task = desk.course->step().task;
  if (!alone || told || !task || !task->kind->is_run()) return;
  const std::size_t before = nodes.size();
  for (const Block& block : desk.course->step().blocks) {
    if (!is_note(block) || !block.after_task) continue;
    add(block.is(lesson::fences::say),
        lesson::fill(block.text, desk.course->lesson, known, block.chain, base::text("session.class.unrun")));
  }
  if (nodes.size() == before) return;
  nodes.insert(nodes.begin() + static_cast<std::ptrdiff_t>(before),
               notice("class.after", Said::foot, std::string(base::text("session.class.after_run"))));
}

/// Why the right answer is right: before the truth for the presenter alone, and so in a window of their own. Of a run,
/// what it came to.
void because(const Desk& desk, bool told, std::vector<Node>& nodes) {
  const auto& task = desk.course->step().task;
  if (!task || !told) return;
  const bool ran = task->kind->is_run() && stage_in_class(desk) == ClassStage::truth;
  const std::string text = ran ? class_text(desk)
                               : lesson::fill(task->right_text, desk.course->lesson, truth(*desk.course), task->chain,
                                              base::text("session.class.unrun"));
  if (!text.empty()) nodes.push_back(prose("class.because", Purpose::explanation, text));
}

/// As the room was asked.
Node question(const Desk& desk, const lesson::Task& task) {
  Node node = make("class.question", Purpose::question, {});
  const lesson::Block* block = asking_block(desk.course->step());
  node.paragraphs = lesson::paragraphs(block != nullptr ? class_text(desk, *block)
                                                        : lesson::fill(task.question, readable(desk), task.chain));
  return node;
}

Node nav(const Course& course) {
  Node node = make("steps", Purpose::steps, std::string(base::text("session.steps")));
  for (std::size_t i = 0; i < course.lesson.steps.size(); ++i) {
    Node step = make("step." + std::to_string(i + 1), Purpose::step,
                     std::to_string(i + 1) + "  " + course.lesson.steps[i].title);
    step.selected = i == course.at;
    step.actions.push_back(labelled("step:" + std::to_string(i + 1), step.label));
    node.children.push_back(std::move(step));
  }
  return node;
}

/// Keys that move the scene belong to its thumbnail; they are named there while it can be seen to move.
void buttons(const Desk& desk, std::vector<Node>& nodes) {
  const auto& film = desk.scene.film;
  const bool scene = film && !film->kept && !shows_takeaways(desk) &&
                     !(desk.course->step().task && desk.course->step().task->kind->is_run() &&
                       stage_in_class(desk) == ClassStage::truth);
  bool first = true;
  for (Action& one : class_actions(desk, desk.class_view.two_windows)) {
    const bool moves = one.id.starts_with("scene.") || one.id.starts_with("class.jobs");
    const bool aside = one.tucked || one.id == "class.first" || one.id == "class.black" || one.id == "class.white";
    if (moves || aside || one.id.starts_with("road.") || one.id.starts_with("slider.")) {
      one.tucked = aside || (moves && !scene);
      std::ranges::find(nodes, "class.now", &Node::id)->actions.push_back(std::move(one));
      continue;
    }
    nodes.push_back(button(first ? "button.primary" : "button." + one.id, one, first));
    first = false;
  }
}

/// In place of an answer that the room could read; and for who prepares, the ways to see it.
Node hidden_answer() {
  Node node = notice("class.hidden", Said::task, std::string(base::text("session.class.hidden")));
  node.actions.push_back(action("class.unseen", "session.class.unseen"));
  node.actions.push_back(action("lesson.teacher", "session.export.teacher"));
  return node;
}

}  // namespace

Node presenter_page(const Desk& desk) {
  const Course& course = *desk.course;
  const bool alone = desk.class_view.two_windows || desk.class_view.unseen;  // nobody else sees this page
  const ClassStage stage = stage_in_class(desk);
  const bool told = alone || stage == ClassStage::truth;
  const bool tally = stage != ClassStage::question;  // the room saw its own hands
  Node root = make("page", Purpose::page, course.lesson.title);
  if (desk.class_view.blank != Blank::no) root.actions.push_back(show_action());
  auto& nodes = root.children;
  const auto append = [&](std::vector<Node> more) { std::move(more.begin(), more.end(), std::back_inserter(nodes)); };
  Node header = class_header(desk);
  header.lines.push_back(course.step().title);
  nodes.push_back(std::move(header));
  if (!desk.talk) nodes.push_back(nav(course));  // a talk has an order of its own
  append(report_nodes(desk));
  nodes.push_back(now_thumbnail(desk));
  nodes.push_back(next_thumbnail(desk));
  nodes.push_back(clock_node(desk));
  if (course.step().task) {
    const char* const where = desk.class_view.two_windows ? "session.class.at.screen" : "session.class.at.behind";
    nodes.push_back(make("class.stage", Purpose::notice, base::say(where, {{"what", stage_words(desk)}})));
  }
  if (std::string said = room_words(desk); !said.empty()) {
    nodes.push_back(notice("class.said", Said::foot, std::move(said)));
  }
  notes(desk, alone, nodes);
  tell_strangers(desk, nodes);
  if (course.step().task) nodes.push_back(question(desk, *course.step().task));
  append(hands_nodes(desk));
  if (auto answer = answer_node(desk, tally)) {
    nodes.push_back(told ? *std::move(answer) : hidden_answer());
  }
  because(desk, told, nodes);
  append(reply_nodes(desk, tally, told));
  buttons(desk, nodes);
  return root;
}

}  // namespace session
