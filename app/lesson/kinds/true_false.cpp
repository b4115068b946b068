// A statement: is it true?
#include "base/words.hpp"
#include "lesson/kinds/lettered.hpp"
#include "lesson/kinds/task_block.hpp"

namespace lesson {
namespace {

void read_statement(TaskBlock& block, Task& task) {
  for (const char* letter : {"lesson.statement.true", "lesson.statement.false"}) {
    task.choices.emplace_back(base::text(letter));
  }
  if (!block.toml.has("right")) block.toml.missing("right");
  if (const auto right = block.toml.boolean("right")) task.right = *right ? 0 : 1;
}

/// There is one way to be wrong.
void read_why_wrong(TaskBlock& block, const Task& task, TomlReader& reader, Misconception& found) {
  if (!task.misconceptions.empty()) block.findings.tell(reader.place_of("id"), "lesson.task.one_wrong");
  if (task.right >= 0) found.choice = 1 - task.right;
}

}  // namespace

constinit const TaskKind kinds::true_false = [] {
  TaskKind kind = lettered;
  kind.name = "true_false";
  kind.keeps_order = true;
  kind.on_paper = &kinds::true_false;
  kind.read = read_statement;
  kind.read_wrong = read_why_wrong;
  return kind;
}();

}  // namespace lesson
