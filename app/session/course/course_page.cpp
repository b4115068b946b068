// The course as a map: parts, classes and lessons, how far the student has come, and what comes next.
#include "session/course/course_page.hpp"

#include "base/words.hpp"
#include "lesson/findings.hpp"
#include "session/course/progress.hpp"
#include "session/recall/recall.hpp"
#include "session/state/answer_file.hpp"
#include "session/state/page.hpp"

#include <algorithm>

namespace session {
namespace {

using lesson::Listed;

/// A lesson of the class: its goal, its minutes, and what is answered.
Node lesson_node(const Progress& progress, const lesson::CourseMap& map, const Listed& one, bool next) {
  Node node = make("lesson." + one.id, Purpose::entry, one.id, one.title);
  const LessonProgress there = progress.of(one);
  node.paragraphs = lesson::paragraphs(one.goal);
  node.lines.push_back(base::say("session.course.minutes", static_cast<std::uint64_t>(one.minutes)));
  if (there.done()) {
    node.lines.push_back(base::say("session.course.done"));
  } else if (there.begun()) {
    node.lines.push_back(base::say("session.course.answered",
                                   {{"n", std::to_string(there.answered)}, {"all", std::to_string(there.tasks)}}));
  }
  const auto needs = map.needs_of(one.id);
  if (!needs.empty() && !there.begun()) {
    node.lines.push_back(
        base::say("session.course.needs", {{"lessons", lesson::listed({needs.begin(), needs.end()})}}));
  }
  node.share = there.tasks == 0 ? 0.0 : static_cast<double>(there.answered) / there.tasks;
  node.answered = there.done();
  node.selected = node.focused = next;
  Action open = action("lesson:" + one.id, "session.course.open");
  open.label = base::say("session.course.open", {{"lesson", one.id}});
  node.actions.push_back(std::move(open));
  return node;
}

int minutes_of(const std::vector<Node>& entries, const std::vector<Listed>& course) {
  int sum = 0;
  for (const Listed& one : course) {
    const bool here = std::ranges::find(entries, one.id, &Node::label) != entries.end();
    sum += here ? one.minutes : 0;
  }
  return sum;
}

/// The map's parts with the lessons that the course has; what no class has stands in a part of its own at the end.
Node map_node(const Progress& progress, const lesson::CourseMap& map, const std::vector<Listed>& course) {
  Node root = make("course.map", Purpose::map, base::say("session.course.title"));
  const Listed* next = progress.next(course);
  const auto entry = [&](const Listed& one) { return lesson_node(progress, map, one, &one == next); };
  const auto add = [&](Node& part, std::string id, std::string label, std::vector<Node> entries) {
    if (entries.empty()) return;
    Node row =
        make(std::move(id), Purpose::class_row, std::move(label), lesson::hours_words(minutes_of(entries, course)));
    row.children = std::move(entries);
    part.children.push_back(std::move(row));
  };
  for (const lesson::CoursePart& taught : map.parts) {
    Node part = make("part." + std::to_string(root.children.size() + 1), Purpose::part, taught.title);
    for (const lesson::CourseClass& one : taught.classes) {
      std::vector<Node> entries;
      for (const std::string& id : one.lessons) {
        const auto found = std::ranges::find(course, id, &Listed::id);
        if (found != course.end()) entries.push_back(entry(*found));
      }
      const std::string number = std::to_string(one.number);
      add(part, "class." + number, base::say("session.course.class", {{"n", number}}), std::move(entries));
    }
    if (!part.children.empty()) root.children.push_back(std::move(part));
  }
  Node rest = make("part.rest", Purpose::part, map.parts.empty() ? "" : base::say("session.course.rest"));
  std::vector<Node> entries;
  for (const Listed& one : course) {
    if (map.class_of(one.id) == nullptr) entries.push_back(entry(one));
  }
  add(rest, "class.rest", "", std::move(entries));
  if (!rest.children.empty()) root.children.push_back(std::move(rest));
  return root;
}

/// "13 lessons, 3 h 52 min; 12 of 80 questions answered"
std::string summary(const Progress& progress, const std::vector<Listed>& course) {
  int minutes = 0, answered = 0, tasks = 0;
  for (const Listed& one : course) {
    const LessonProgress there = progress.of(one);
    minutes += one.minutes;
    answered += there.answered;
    tasks += there.tasks;
  }
  return base::say(
      "session.course.summary", course.size(),
      {{"time", lesson::hours_words(minutes)}, {"answered", std::to_string(answered)}, {"all", std::to_string(tasks)}});
}

/// What comes next is the filled button; where everything is answered, the way back.
void map_buttons(const Progress& progress, const std::vector<Listed>& course, std::vector<Node>& nodes) {
  Action back = action("course.close", "session.course.back", {"Escape", "Ctrl+O"});
  const Listed* next = progress.next(course);
  if (next != nullptr) {
    Action on = action("lesson:" + next->id, "session.course.next", {"Enter"});
    on.label = base::say(progress.of(*next).begun() ? "session.course.next" : "session.course.begin",
                         {{"lesson", next->id}, {"title", next->title}});
    nodes.push_back(button("button.primary", std::move(on), true));
    nodes.push_back(way(Way::back, button("button.back", std::move(back))));
  } else {
    back.keys.insert(back.keys.begin(), "Enter");
    nodes.push_back(button("button.primary", std::move(back), true));
  }
  nodes.push_back(button("button.quiz", action("quiz.open", "session.quiz.open", {"Ctrl+J"})));
}

}  // namespace

Node course_page(const Desk& desk) {
  Node root = make("page", Purpose::page, base::say("session.course.title"));
  auto& nodes = root.children;
  Node header = make("header", Purpose::header, base::say("session.course.title"));
  header.actions.push_back(action("before.open", "session.before.open"));
  header.actions.push_back(action("glossary.open", "session.glossary.open", {"Ctrl+D"}));
  nodes.push_back(std::move(header));
  for (Node& node : report_nodes(desk)) nodes.push_back(std::move(node));
  const auto listed = desk.services.course();
  const auto map = desk.services.course_map();
  const Progress progress(desk);
  if (listed && map) {
    nodes.front().value = summary(progress, *listed);
    const bool recalls = desk.services.keeps_answers && progress.begun();
    if (recalls && desk.settings.recall) nodes.push_back(recall_notice(desk));
    nodes.push_back(map_node(progress, *map, *listed));
    if (recalls && !desk.settings.recall) nodes.push_back(recall_notice(desk));
    if (!map->talk.empty()) {
      Action talk = action("talk.open", "session.talk.open");
      talk.label = base::say("session.talk.open", {{"minutes", std::to_string(map->talk_minutes())}});
      nodes.front().actions.push_back(std::move(talk));
    }
  } else {
    nodes.push_back(wrong_node("course.wrong", listed ? map.error() : listed.error()));
  }
  if (desk.services.keeps_answers) {
    nodes.push_back(make("answers.place", Purpose::notice,
                         base::say("session.answers.place", {{"path", answers_path().string()}}),
                         std::string(base::text("session.answers.hand_in"))));
  }
  nodes.push_back(make("course.keys", Purpose::notice, std::string(base::text("session.course.keys"))));
  map_buttons(progress, listed ? *listed : std::vector<Listed>{}, nodes);
  return root;
}

}  // namespace session
