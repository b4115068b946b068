// One number: a count, a ratio, bytes.
#include "base/text.hpp"
#include "lesson/expression.hpp"
#include "lesson/kinds/counted.hpp"
#include "lesson/kinds/task_block.hpp"
#include "lesson/said_value.hpp"

namespace lesson {
namespace {

/// The wrong number, as a calculation.
void read_wrong_number(TaskBlock& block, const Task&, TomlReader& reader, Misconception& found) {
  if (!reader.has("value")) reader.missing("value");
  const auto value = reader.string("value");
  if (!value) return;
  found.value = *value;
  if (!block.check_values(reader, "value", {}, found.value)) return;
  if (const auto flaw = check_expression(found.value)) {
    block.findings.tell(reader.place_of("value"), "lesson.task.calculation",
                        {{"text", found.value}, {"why", flaw->message}});
  }
}

}  // namespace

constinit const TaskKind kinds::number = [] {
  TaskKind kind = counted;
  kind.name = "number";
  kind.must_ask = true;
  kind.takes_confidence = true;
  kind.on_paper = &kinds::number;
  kind.lock_label = "session.lock.guess";
  kind.not_yet = "session.lock.no_guess";
  kind.next_first = "session.next.open_task";
  kind.read = [](TaskBlock& block, Task& task) {
    read_noun(block, task);
    task.tolerance = block.tolerance();
  };
  kind.read_wrong = read_wrong_number;
  // One that cannot be read may be locked, as far as the button goes: that says why it cannot be read.
  kind.complete = [](const Answer& answer, const Task&) { return answer.guess || !base::trim(answer.typed).empty(); };
  kind.value = [](const Answer& answer, const Task&) { return answer.guess; };
  kind.truth = [](const Task& task, const Quantities& known) { return value_of(known, task.chain, task.asked); };
  kind.shown = [](const Task& task, double value) { return said_value(task.asked, value); };
  kind.typed = [](const Answer& answer) { return answer.typed; };
  return kind;
}();

}  // namespace lesson
