// A field for a sentence, and after the lock ours.
#include "base/words.hpp"

#include "session/lesson/kinds/task_page.hpp"
#include "session/lesson/task_nodes.hpp"
#include "session/session.hpp"

namespace session {

constinit const TaskPage pages::words = {
    .nodes =
        [](TaskNodes& of) {
          const bool locked = of.attempt.locked;
          Node field =
              make("task.words", Purpose::words, std::string(base::text("session.words.label")), of.attempt.typed);
          field.editable = field.focused = !locked;
          if (!locked) field.actions.push_back(action("words.set", "session.words.set"));
          of.add(std::move(field));
          of.message();
          if (!locked) return;
          Node ours = prose("task.ours", Purpose::explanation, of.filled(of.task.model_answer));
          ours.label = base::text("session.words.ours");
          of.add(std::move(ours));
        },
    .set = [](Course& course, std::string_view typed) { course.attempt().typed = typed; },
    .play =
        [](Session& session, const std::string& typed) {
          session.act("words.set", typed);
          return std::string();
        },
    .key = [](const lesson::Lesson&, const lesson::Task&,
              const Services&) { return std::string(base::text("play.our_words")); },
};

}  // namespace session
