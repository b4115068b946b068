// One of some lettered sentences.
#include "base/words.hpp"
#include "lesson/kinds/lettered.hpp"
#include "lesson/kinds/task_block.hpp"

#include <algorithm>

namespace lesson {
namespace {

constexpr std::size_t most_choices = 8, alphabet = 26;

/// The index of a letter; -1 after saying what is wrong with it.
int read_letter(TaskBlock& block, const Task& task, TomlReader& reader, std::string_view key) {
  if (!reader.has(key)) reader.missing(key);
  const auto said = reader.string(key);
  if (!said) return -1;
  const int index = said->size() == 1 ? (*said)[0] - letter(0)[0] : -1;
  if (index >= 0 && index < static_cast<int>(task.choices.size())) return index;
  if (!task.choices.empty()) {
    block.findings.tell(reader.place_of(key), "lesson.task.no_letter",
                        {{"letter", *said}, {"last", letter(std::min(task.choices.size(), alphabet) - 1)}});
  }
  return -1;
}

void read_choices(TaskBlock& block, Task& task) {
  if (!block.toml.has("choices")) block.toml.missing("choices");
  task.choices = block.texts("choices");
  for (std::size_t i = 0; i < task.choices.size(); ++i) {
    const auto before = task.choices.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(task.choices.begin(), before, task.choices[i]) != before) {
      block.findings.tell(block.toml.place_of("choices", i), "lesson.task.choice_twice");
    }
  }
  if (block.toml.has("choices") && (task.choices.size() < 2 || task.choices.size() > most_choices)) {
    block.findings.add(block.toml.place_of("choices"),
                       base::say("lesson.task.choices", {{"most", std::to_string(most_choices)}}));
  }
  task.in_brief = block.texts("in_brief");
  if (!task.in_brief.empty() && task.in_brief.size() != task.choices.size()) {
    block.findings.add(block.toml.place_of("in_brief"), base::say("lesson.task.in_brief"));
  }
  task.right = read_letter(block, task, block.toml, "right");
}

void read_wrong_choice(TaskBlock& block, const Task& task, TomlReader& reader, Misconception& found) {
  found.choice = read_letter(block, task, reader, "choice");
  if (found.choice < 0) return;
  if (found.choice == task.right) block.findings.tell(reader.place_of("choice"), "lesson.task.choice_right");
  const bool taken =
      std::ranges::find(task.misconceptions, found.choice, &Misconception::choice) != task.misconceptions.end();
  if (taken) block.findings.tell(reader.place_of("choice"), "lesson.task.choice_taken");
}

}  // namespace

constinit const TaskKind kinds::choice = [] {
  TaskKind kind = lettered;
  kind.name = "choice";
  kind.on_paper = &kinds::choice;
  kind.read = read_choices;
  kind.read_wrong = read_wrong_choice;
  return kind;
}();

}  // namespace lesson
