// The course: its lessons to open, and where this student's things lie.
#include "base/words.hpp"
#include "session/state/answer_file.hpp"
#include "session/state/page.hpp"
#include "session/state/settings.hpp"

#include <algorithm>

namespace session {
namespace {

/// "10 steps, about 15 minutes; 3 of 8 answered" for one that was opened.
std::string about(const Desk& desk, const lesson::Listed& one) {
  std::string out = base::say("session.course.about",
                              {{"steps", std::to_string(one.steps)}, {"minutes", std::to_string(one.minutes)}});
  const auto course = desk.courses.find(one.id);
  if (course == desk.courses.end()) return out;
  const auto& steps = course->second.lesson.steps;
  const auto tasks = std::ranges::count_if(steps, [](const auto& step) { return step.task.has_value(); });
  const auto done = std::ranges::count(course->second.attempts, true, &Attempt::locked);
  return out + " " +
         base::say("session.course.answered", {{"n", std::to_string(done)}, {"all", std::to_string(tasks)}});
}

Node lesson_node(const Desk& desk, const lesson::Listed& one) {
  Node node = make("lesson." + one.id, Purpose::choice, one.id);
  node.paragraphs = lesson::paragraphs("**" + one.title + "**\n\n" + about(desk, one));
  node.selected = desk.course != nullptr && desk.course->lesson.id == one.id;
  node.focused = node.selected;
  Action open = action("lesson:" + one.id, "session.course.open");
  open.label = base::say("session.course.open", {{"lesson", one.id}});
  node.actions.push_back(std::move(open));
  return node;
}

}  // namespace

Node course_page(const Desk& desk) {
  Node root = make("page", Purpose::page, std::string(base::text("session.course.title")));
  auto& nodes = root.children;
  nodes.push_back(make("header", Purpose::header, std::string(base::text("session.course.title")),
                       std::string(base::text("session.course.subtitle"))));
  for (Node& node : report_nodes(desk)) nodes.push_back(std::move(node));
  if (const auto listed = desk.services.course()) {
    for (const lesson::Listed& one : *listed) nodes.push_back(lesson_node(desk, one));
  } else {
    nodes.push_back(wrong_node("course.wrong", listed.error()));
  }
  if (desk.services.keeps_answers) {
    nodes.push_back(make("answers.place", Purpose::notice,
                         base::say("session.answers.place", {{"path", answers_path().string()}}),
                         std::string(base::text("session.answers.hand_in"))));
  }
  nodes.push_back(make("course.keys", Purpose::notice, std::string(base::text("session.course.keys"))));
  nodes.push_back(
      button("button.primary", action("course.close", "session.course.back", {"Enter", "Escape", "Ctrl+O"}), true));
  nodes.push_back(button("button.quiz", action("quiz.open", "session.quiz.open", {"Ctrl+J"})));
  return root;
}

}  // namespace session
