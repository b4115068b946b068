// A step of a lesson as a page: header, what it says, its task, the buttons.
#include "base/words.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/finding.hpp"
#include "lesson/findings.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/machine_values.hpp"
#include "session/lesson/fence_pages.hpp"
#include "session/lesson/glossary_page.hpp"
#include "session/lesson/lesson_sweep.hpp"
#include "session/lesson/stage_nodes.hpp"
#include "session/lesson/task_lock.hpp"
#include "session/lesson/unanswered.hpp"
#include "session/state/answer_file.hpp"
#include "session/state/kernel_source.hpp"
#include "session/state/page.hpp"
#include "session/state/recordings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

namespace session {
namespace {

const Keys keys_next{"Right", "PageDown", "Space"};
/// In a field Left moves the caret: the key that always works comes first, and is named.
const Keys keys_back{"PageUp", "Left"};

/// What leads away from any step.
std::vector<Action> header_ways() {
  return {action("course.open", "session.course.list", {"Ctrl+O"}),
          action("glossary.open", "session.glossary.open", {"Ctrl+D"}),
          action("class.open", "session.class.open", {"F5"})};
}

Node header(const Desk& desk) {
  const Course& course = *desk.course;
  Node node = make("header", Purpose::header, fmt::format("{} {}", course.lesson.id, course.lesson.title),
                   base::say("session.header", {{"step", std::to_string(course.at + 1)},
                                                {"steps", std::to_string(course.lesson.steps.size())},
                                                {"minutes", std::to_string(course.lesson.minutes)}}));
  node.lines.push_back(course.step().title);
  if (has_stage(desk)) node.actions = header_ways();
  return node;
}

Node steps(const Course& course) {
  Node node = make("steps", Purpose::steps, std::string(base::text("session.steps")));
  for (std::size_t i = 0; i < course.lesson.steps.size(); ++i) {
    Node step =
        make(fmt::format("step.{}", i + 1), Purpose::step, fmt::format("{}  {}", i + 1, course.lesson.steps[i].title));
    step.selected = i == course.at;
    if (course.lesson.steps[i].task) {
      step.answered = course.attempts[i].locked;
      step.value = base::text(step.answered ? "session.step.answered" : "session.step.open");
    }
    step.actions.push_back(labelled(fmt::format("step:{}", i + 1), step.label));
    node.children.push_back(std::move(step));
  }
  return node;
}

void append(std::vector<Node>& all, std::vector<Node> more) {
  std::move(more.begin(), more.end(), std::back_inserter(all));
}

/// Where the cited figures of this step are from.
void sources(const lesson::Step& step, bool told, std::vector<Node>& nodes) {
  Node node = make("sources", Purpose::notice, std::string(base::text("session.sources")));
  for (const auto& block : step.blocks) {
    if (block.fence != nullptr || (block.after_task && !told)) continue;
    for (const auto& slot : lesson::slots(block.text)) {
      if (slot.kind == lesson::Slot::Kind::fact) node.lines.push_back(slot.fact + ": " + slot.source);
    }
  }
  const auto tells = [](std::string_view text) { return text.find("{imported.") != std::string_view::npos; };
  const bool imported = (step.task && tells(step.task->right_text)) ||
                        std::ranges::any_of(step.blocks, [&](const auto& block) { return tells(block.text); });
  if (auto from = lesson::imported_from(); imported && !from.empty()) {
    nodes.push_back(make("imported", Purpose::notice, std::move(from)));
  }
  if (!node.lines.empty()) nodes.push_back(std::move(node));
}

void content(const Desk& desk, std::vector<Node>& nodes) {
  const Course& course = *desk.course;
  const auto known = readable(desk);
  std::map<const lesson::Fence*, int> nth;
  std::set<std::string> met, explained;  // what is told of an answer leads the page, and has links of its own
  for (const auto& block : course.step().blocks) {
    if (block.after_task && course.step().task && !course.attempt().locked) continue;
    const int number = ++nth[block.fence];
    if (block.fence == nullptr) {
      nodes.push_back(prose(fmt::format("prose.{}", number), Purpose::prose,
                            lesson::fill(block.text, course.lesson, known, block.chain)));
      link_words(desk, nodes.back(), met);
    } else if (const FencePage* page = page_of(*block.fence)) {
      auto made = page->nodes(desk, block, number);
      for (Node& node : made) {
        if (node.purpose == Purpose::explanation) link_words(desk, node, explained);
      }
      append(nodes, std::move(made));
    }
  }
  append(nodes, unanswered_nodes(desk));
  sources(course.step(), !course.step().task || course.attempt().locked, nodes);
}

/// On to the next step, from the last one to the next lesson, from the last lesson to the lab; not past an open task
/// that was not skipped.
Action onward(const Course& course) {
  const bool last = course.at + 1 == course.lesson.steps.size();
  const auto& task = course.step().task;
  const bool open = task && !course.attempt().locked;
  if (last && !open && !course.next.empty()) {
    Action next = action("lesson.next", "session.lesson.next", keys_next);
    next.label = base::say("session.lesson.next", {{"lesson", course.next}});
    return next;
  }
  if (last && !open) return action("lab.open", "session.lab.open");
  Action next = action("next", "session.next", keys_next);
  if (last) return disabled(std::move(next), std::string(base::text("session.next.last")));
  if (!open || course.attempt().skipped) return next;
  return disabled(std::move(next), std::string(base::text(task->kind->next_first)));
}

/// What comes before going on: to lock, or to run; nothing if the way is open.
std::optional<Action> first_duty(const Desk& desk) {
  const Course& course = *desk.course;
  const auto& task = course.step().task;
  const bool open = task && !course.attempt().locked;
  const bool runs = open ? task->kind->is_run() : waits_for_run(course) && !bench_of_page(desk)->ran();
  if (runs) {
    Action run = run_action(desk, *bench_of_page(desk));
    run.keys = {"Enter", "Ctrl+Enter"};
    return run;
  }
  if (open && !task->kind->lock_label.empty()) return lock_action(*task, course.attempt());
  return std::nullopt;
}

/// What a run came to would be read on this step: in its picture or in its words.
bool tells_of_run(const lesson::Step& step) {
  return lesson::tells_of_run(step.task->right_text) ||
         std::ranges::any_of(step.blocks, [](const lesson::Block& block) {
           return block.is(lesson::fences::stage) || (block.fence == nullptr && lesson::tells_of_run(block.text));
         });
}

/// One primary button, always: lock, then run, then on.
void lesson_buttons(const Desk& desk, std::vector<Node>& nodes) {
  const Course& course = *desk.course;
  Action next = onward(course);
  const bool to_the_lab = next.id == "lab.open";
  if (auto duty = first_duty(desk)) {
    const bool runs = duty->id == "run.start";
    nodes.push_back(button("button.primary", *std::move(duty), true));
    if (auto recording = runs ? recording_action(desk, *bench_of_page(desk)) : std::nullopt) {
      nodes.push_back(button("button.recording", *std::move(recording)));
    }
    nodes.push_back(way(Way::past, button("button.next", std::move(next))));
  } else {
    next.keys.insert(next.keys.begin(), "Enter");
    nodes.push_back(button("button.primary", std::move(next), true));
  }
  Action back = action("back", "session.back", keys_back);
  if (course.at == 0) back = disabled(std::move(back), std::string(base::text("session.back.first")));
  nodes.push_back(way(Way::back, button("button.back", std::move(back))));
  const bool last = course.at + 1 == course.lesson.steps.size();
  if (course.step().task && !last && !course.attempt().locked && !course.attempt().skipped) {
    nodes.push_back(way(Way::past, button("button.skip", action("skip", "session.skip", {"Ctrl+Right"}))));
  }
  // What is on every step first, so that it keeps its place.
  if (!has_stage(desk)) {
    for (const Action& one : header_ways()) nodes.push_back(button("button." + one.id, one));
  }
  if (!to_the_lab) nodes.push_back(button("button.lab", action("lab.open", "session.lab.open", {"Ctrl+L"})));
  if (last) nodes.push_back(button("button.quiz", action("quiz.open", "session.quiz.open", {"Ctrl+J"})));
  const bool begun = std::ranges::any_of(course.attempts, &Attempt::locked);
  if (last && begun && !desk.running) nodes.push_back(button("button.restart", action("restart", "session.restart")));
  const auto bench = bench_of_page(desk);
  const bool ran_here = course.step().task && course.step().task->kind->is_run() && course.attempt().locked;
  const bool may_run = runs_here(course) && !waits_for_run(course) && tells_of_run(course.step());
  if ((ran_here || may_run) && bench) {
    nodes.push_back(button("button.again", run_action(desk, *bench)));
    if (auto recording = recording_action(desk, *bench)) {
      nodes.push_back(button("button.recording", *std::move(recording)));
    }
  }
  if (auto sweep = sweep_action(desk)) nodes.push_back(button("button.sweep", *std::move(sweep)));
  if (auto source = source_action(desk)) nodes.push_back(button("button.source", *std::move(source)));
  if (ran_here || last) {
    nodes.push_back(button("button.figures", action("lesson.export", "session.export.lesson", {"Ctrl+Shift+E"})));
  }
}

}  // namespace

Node lesson_page(const Desk& desk) {
  Node root = make("page", Purpose::page, desk.course->lesson.title);
  root.children.push_back(header(desk));
  root.children.push_back(steps(*desk.course));
  append(root.children, report_nodes(desk));
  std::vector<Node> body = source_nodes(desk);
  content(desk, body);
  if (has_stage(desk)) set_on_stage(desk, body);
  root.actions = keys_of_stage(desk, body);
  append(root.children, std::move(body));
  tell_strangers(desk, root.children);
  const bool last = desk.course->at + 1 == desk.course->lesson.steps.size();
  // Below all that was asked, once it was answered: nobody hands in a lesson with its last question open.
  const bool open = desk.course->step().task && !desk.course->attempt().locked;
  if (last && !open && desk.services.keeps_answers) {
    root.children.push_back(make("answers.place", Purpose::notice,
                                 base::say("session.answers.place", {{"path", answers_path().string()}}),
                                 std::string(base::text("session.answers.hand_in"))));
  }
  lesson_buttons(desk, root.children);
  return root;
}

}  // namespace session
