// Letters by size, a field for the number, the number.
#include "lesson/kinds/counted.hpp"

#include "base/words.hpp"
#include "lesson/html.hpp"
#include "lesson/kinds/task_block.hpp"
#include "lesson/letters.hpp"

#include <fmt/format.h>

namespace lesson {

std::vector<Letter> counted_letters(const Task& task, const Quantities& known, const SketchTruth&) {
  return number_letters(task, asked_by(task), known);
}

void read_noun(TaskBlock& block, Task& task) {
  task.counted_in = block.toml.string("counted_in").value_or("");
}

std::string number_field(const Task& task, const Quantities&, std::size_t) {
  const std::string quantity = asked_by(task);
  const bool own = unit_of(quantity) == Unit::own;  // what is counted there is the lesson's word alone
  return fmt::format("<p><label>{} <input type=\"text\" inputmode=\"decimal\" autocomplete=\"off\">{}</label></p>\n",
                     escape_html(base::text("page.guess")), own ? " " + escape_html(noun_of(quantity)) : std::string());
}

std::string number_answer(const Task& task, const Quantities& known) {
  const std::string quantity = asked_by(task);
  // What hangs on no clock is asked by the rule, and explained by it: counters of a product see tiles fetched again.
  auto value = hangs_on_a_clock(quantity) ? value_of(known, task.chain, "measured." + quantity) : std::nullopt;
  if (!value) value = value_of(known, task.chain, quantity);
  return escape_html(value ? show_answer(task, quantity, *value) : std::string(base::text("lesson.not_known")));
}

}  // namespace lesson
