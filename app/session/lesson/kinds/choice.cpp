// Sentences, one of which is picked.
#include "base/words.hpp"
#include "session/lesson/kinds/task_page.hpp"
#include "session/lesson/task_nodes.hpp"
#include "session/session.hpp"

namespace session {
namespace {

void choice_nodes(TaskNodes& of) {
  const lesson::Task& task = of.task;
  const Attempt& attempt = of.attempt;
  for (std::size_t i = 0; i < task.choices.size(); ++i) {
    const std::string letter = lesson::letter(i);
    Node node = make("task.choice." + letter, Purpose::choice, letter);
    node.paragraphs = lesson::paragraphs(of.filled(task.choices[i]));
    node.selected = attempt.chosen == static_cast<int>(i);
    node.focused = !attempt.locked && i == 0;
    if (attempt.locked) {
      node.answered = true;
      node.right = static_cast<int>(i) == task.right;
      if (node.right || node.selected)
        node.value = base::text(node.right ? "session.choice.right" : "session.choice.yours");
    } else {
      node.actions.push_back(labelled("choice:" + letter, letter, {letter}));
    }
    of.add(std::move(node));
  }
  of.message();
  of.confidence();
  if (!attempt.locked) return;
  const auto judgement = lesson::judge(task, attempt.chosen, {});
  of.tell(judgement.right, base::say(judgement.right ? "session.choice.was_right" : "session.choice.was_wrong",
                                     {{"letter", lesson::letter(static_cast<std::size_t>(task.right))},
                                      {"chosen", lesson::letter(static_cast<std::size_t>(attempt.chosen))}}));
  judgement.right ? of.because() : of.explain_wrong(judgement);
}

std::string play_choice(Session& session, const std::string& typed) {
  const char first = typed.empty() ? ' ' : typed[0];
  const char letter = first >= 'a' && first <= 'z' ? static_cast<char>(first - 'a' + 'A') : first;
  const bool taken = typed.size() == 1 && session.act(std::string("choice:") + letter);
  return taken ? std::string() : base::say("play.no_choice", {{"letter", typed}});
}

}  // namespace

constinit const TaskPage pages::choice = {
    .nodes = choice_nodes,
    .play = play_choice,
    .key = [](const lesson::Lesson&, const lesson::Task& task,
              const Services&) { return lesson::letter(static_cast<std::size_t>(task.right)); },
};

}  // namespace session
