// From a quantity to letters.
#include "lesson/letters.hpp"

#include "lesson/expression.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/said_value.hpp"

#include <algorithm>
#include <cmath>

namespace lesson {
namespace {

constexpr std::size_t least_letters = 3, most_letters = 5;

/// What misconceptions come to, the lesson's own first.
std::vector<double> wrong_numbers(const Task& task, std::string_view quantity, const Quantities& known) {
  std::vector<double> numbers;
  for (const Misconception& misconception : task.misconceptions) {
    if (misconception.value.empty()) continue;
    if (const auto value = evaluate(misconception.value, known, task.chain)) numbers.push_back(*value);
  }
  for (const Mistake& mistake : usual_mistakes(quantity, known, task.chain)) numbers.push_back(mistake.value);
  return numbers;
}

}  // namespace

bool hangs_on_a_clock(std::string_view quantity) {
  constexpr std::string_view clocked[] = {"time", "batch", "graph", "spread", "busy"};
  if (is_of_a_card(quantity) || is_calculated(quantity)) return false;
  if (is_seen(quantity)) return true;
  std::string_view about = without_tensor(compared(quantity).quantity);
  about.remove_suffix(named_plan_in(quantity).size());
  return std::ranges::any_of(clocked,
                             [&](std::string_view word) { return about.find(word) != std::string_view::npos; });
}

std::vector<Letter> number_letters(const Task& task, std::string_view quantity, const Quantities& known) {
  if (quantity.empty() || hangs_on_a_clock(quantity)) return {};
  const auto right = value_of(known, task.chain, quantity);
  const auto unit = unit_of(quantity);
  if (!right || !unit) return {};
  Task asked = task;
  asked.asked = quantity;
  std::vector<Letter> letters = {{said_value(quantity, *right), true, *right}};
  for (const double wrong : wrong_numbers(task, quantity, known)) {
    if (letters.size() == most_letters) break;
    if (wrong <= 0 || (is_count(*unit) && wrong != std::floor(wrong))) continue;
    if (judge_number(asked, wrong, known).right) continue;  // near enough to be taken for it
    const std::string words = said_value(quantity, wrong);
    const auto same = [&](const Letter& one) { return one.words == words || same_number(quantity, one.value, wrong); };
    if (std::ranges::none_of(letters, same)) letters.push_back({words, false, wrong});
  }
  if (letters.size() < least_letters) return {};  // the right one alone would be the answer
  std::ranges::sort(letters, {}, &Letter::value);
  return letters;
}

std::string asked_by(const Task& task) {
  return task.asked.empty() ? std::string(task.kind->asked_if_unsaid) : task.asked;
}

std::string letter(std::size_t index) {
  return {static_cast<char>('A' + index)};
}

}  // namespace lesson
