// A sentence of one's own; ours beside it afterwards.
#include "base/words.hpp"

#include "base/text.hpp"
#include "lesson/html.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/kinds/task_block.hpp"

#include <fmt/format.h>

namespace lesson {

constinit const TaskKind kinds::words = {
    .name = "words",
    .by = By::sentence,
    .needs_chain = false,
    .lock_label = "session.lock.words",
    .not_yet = "session.lock.no_words",
    .next_first = "session.next.open_task",
    .read = [](TaskBlock& block, Task& task) { task.model_answer = block.required("answer", base::TextKind::lines); },
    .complete = [](const Answer& answer, const Task&) { return !base::trim(answer.typed).empty(); },
    .typed = [](const Answer& answer) { return answer.typed; },
    .field_html =
        [](const Task&, const Quantities&, std::size_t) {
          return fmt::format("<p><label>{}<br><textarea rows=\"3\"></textarea></label></p>\n",
                             escape_html(base::text("page.sentence")));
        },
};

}  // namespace lesson
