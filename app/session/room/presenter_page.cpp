// The class view's page for the teacher: what comes next, what to say and do, minutes, the room's counts.
#include "base/words.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/finding.hpp"
#include "session/room/class_figure.hpp"
#include "session/room/class_nodes.hpp"
#include "session/room/class_view.hpp"
#include "session/state/cells.hpp"
#include "session/state/page.hpp"

#include <iterator>
#include <optional>

namespace session {
namespace {

using lesson::Block;

std::string stage_words(const Desk& desk) {
  switch (stage_in_class(desk)) {
    case ClassStage::question:
      return std::string(base::text("session.class.at.question"));
    case ClassStage::locked:
      return std::string(base::text("session.class.at.locked"));
    case ClassStage::tally:
      return std::string(base::text("session.class.at.tally"));
    case ClassStage::truth:
      return std::string(base::text("session.class.at.truth"));
  }
  return {};
}

/// Of this step, and of all that come after it.
std::string minutes_words(const Course& course) {
  int left = 0;
  for (std::size_t i = course.at + 1; i < course.lesson.steps.size(); ++i) left += course.lesson.steps[i].minutes;
  return base::say("session.class.minutes", {{"step", std::to_string(course.step().minutes)},
                                             {"left", std::to_string(left)},
                                             {"all", std::to_string(course.lesson.minutes)}});
}

void notes(const Desk& desk, std::vector<Node>& nodes) {
  const auto known = readable(desk);
  int said = 0, done = 0;
  for (const Block& block : desk.course->step().blocks) {
    const bool say = block.is(lesson::fences::say);
    if (!say && !block.is(lesson::fences::doing)) continue;
    Node node = prose((say ? "class.say." : "class.do.") + std::to_string(say ? ++said : ++done), Purpose::prose,
                      lesson::fill(block.text, desk.course->lesson, known, block.chain));
    node.label = base::text(say ? "session.class.say" : "session.class.do");
    nodes.push_back(std::move(node));
  }
}

/// Why the right answer is right: before the truth for the presenter alone, and so in a window of their own.
void because(const Desk& desk, bool may_tell, std::vector<Node>& nodes) {
  const auto& task = desk.course->step().task;
  if (!task || !may_tell) return;
  const std::string& text = task->model_answer.empty() ? task->right_text : task->model_answer;
  if (text.empty()) return;
  nodes.push_back(prose("class.because", Purpose::explanation,
                        lesson::fill(text, desk.course->lesson, truth(*desk.course), task->chain)));
}

/// The letters beside the notes: answer, hands, and which is right.
std::optional<Node> letters_table(const std::vector<Node>& letters, bool tally) {
  if (letters.empty()) return std::nullopt;
  Node table = make("class.letters", Purpose::table, std::string(base::text("session.class.answers")));
  table.rows.push_back(
      {{}, cell::said("session.class.answers.answer"), tally ? cell::said("session.class.answers.hands") : Cell(), {}});
  for (const Node& letter : letters) {
    std::string text;
    for (const lesson::Paragraph& paragraph : letter.paragraphs) {
      for (const lesson::Run& run : paragraph.runs) text += run.text;
    }
    table.rows.push_back({cell::words(letter.label), cell::words(text), cell::words(letter.value),
                          letter.selected ? cell::said("session.choice.right") : Cell()});
  }
  return table;
}

Node coming(const Course& course) {
  const bool last = course.at + 1 == course.lesson.steps.size();
  return make("class.coming", Purpose::notice,
              last ? std::string(base::text("session.class.last"))
                   : base::say("session.class.coming",
                               {{"step", course.lesson.steps[course.at + 1].title},
                                {"minutes", std::to_string(course.lesson.steps[course.at + 1].minutes)}}));
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

}  // namespace

Node presenter_page(const Desk& desk) {
  const Course& course = *desk.course;
  const bool alone = desk.class_view.two_windows;  // nobody else sees this page
  const ClassStage stage = stage_in_class(desk);
  const bool may_tell = alone || stage == ClassStage::truth;
  Node root = make("page", Purpose::page, course.lesson.title);
  auto& nodes = root.children;
  Node header = class_header(desk);
  header.lines.push_back(course.step().title);
  nodes.push_back(std::move(header));
  nodes.push_back(nav(course));
  for (Node& node : report_nodes(desk)) nodes.push_back(std::move(node));
  nodes.push_back(make("class.minutes", Purpose::notice, minutes_words(course)));
  if (course.step().task) nodes.push_back(make("class.stage", Purpose::notice, stage_words(desk)));
  auto field = hands_nodes(desk);
  std::move(field.begin(), field.end(), std::back_inserter(nodes));
  if (std::string said = room_words(desk); !said.empty()) {
    nodes.push_back(notice("class.said", Said::foot, std::move(said)));
  }
  notes(desk, nodes);
  if (course.step().task) {
    Node question = make("class.question", Purpose::question, {});
    question.paragraphs =
        lesson::paragraphs(lesson::fill(course.step().task->question, readable(desk), course.step().task->chain));
    nodes.push_back(std::move(question));
  }
  const bool tally = alone ? stage != ClassStage::question : stage >= ClassStage::tally;
  if (auto answers = letters_table(letter_nodes(desk, tally, may_tell), tally)) nodes.push_back(*std::move(answers));
  because(desk, may_tell, nodes);
  if (auto drawn = shows_figure(desk) ? class_figure(desk, true) : std::nullopt) nodes.push_back(*std::move(drawn));
  nodes.push_back(coming(course));
  bool first = true;
  for (Action& one : class_actions(desk, alone)) {
    const bool scenes = one.id.starts_with("scene.") || one.id.starts_with("class.jobs") || one.id.starts_with("road.");
    if (scenes) {
      root.actions.push_back(std::move(one));
      continue;
    }
    nodes.push_back(button(first ? "button.primary" : "button." + one.id, one, first));
    first = false;
  }
  return root;
}

}  // namespace session
