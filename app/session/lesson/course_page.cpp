// The course: its lessons to open, and where this student's things lie.
#include "base/words.hpp"
#include "session/state/answer_file.hpp"
#include "session/state/page.hpp"
#include "session/state/settings.hpp"

#include <algorithm>

namespace session {
namespace {

/// Of a lesson that this start has not opened: what the student's file and the settings tell of it.
std::ptrdiff_t kept_answers(const Desk& desk, const lesson::Answers& answers, const std::string& id) {
  const auto any = [](const std::string&, const lesson::Answer&) { return true; };
  const auto there = lesson::standing(answers, id, any);
  auto done = std::ranges::count_if(there, [](const auto& one) { return one.second.locked; });
  if (const auto ran = desk.settings.ran.find(id); ran != desk.settings.ran.end())
    done += static_cast<std::ptrdiff_t>(ran->second.size());
  return done;
}

/// "10 steps, about 15 minutes; 3 of 8 answered" for one that was opened, in this start or before.
std::string about(const Desk& desk, const lesson::Answers& answers, const lesson::Listed& one) {
  std::string out = base::say("session.course.about",
                              {{"steps", std::to_string(one.steps)}, {"minutes", std::to_string(one.minutes)}});
  const auto course = desk.courses.find(one.id);
  const bool opened = course != desk.courses.end();
  const auto done = opened ? std::ranges::count(course->second.attempts, true, &Attempt::locked)
                           : kept_answers(desk, answers, one.id);
  if (!opened && done == 0) return out;
  return out + " " +
         base::say("session.course.answered", {{"n", std::to_string(done)}, {"all", std::to_string(one.tasks)}});
}

Node lesson_node(const Desk& desk, const lesson::Answers& answers, const lesson::Listed& one) {
  Node node = make("lesson." + one.id, Purpose::choice, one.id);
  node.paragraphs = lesson::paragraphs("**" + one.title + "**\n\n" + about(desk, answers, one));
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
    const auto read =
        desk.services.keeps_answers ? lesson::load_answers(answers_path()) : base::Expected<lesson::Answers>{};
    const lesson::Answers answers =
        read.value_or(lesson::Answers{});  // where it cannot be read, opening a lesson says so
    for (const lesson::Listed& one : *listed) nodes.push_back(lesson_node(desk, answers, one));
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
