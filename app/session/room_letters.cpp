// From a task to letters, from a line of figures to hands.
#include "session/room_letters.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/expression.hpp"
#include "lesson/judge.hpp"

#include <algorithm>
#include <cmath>

namespace session {
namespace {

constexpr std::size_t least_letters = 3, most_letters = 5;

bool hangs_on_a_clock(std::string_view quantity) {
  return quantity.starts_with("measured.") || quantity.find("time") != std::string_view::npos ||
         quantity.starts_with("spread.");
}

/// What misconceptions come to, the lesson's own first.
std::vector<double> wrong_numbers(const lesson::Task& task, std::string_view quantity,
                                  const lesson::Quantities& known) {
  std::vector<double> numbers;
  for (const auto& misconception : task.misconceptions) {
    if (misconception.value.empty()) continue;
    if (const auto value = lesson::evaluate(misconception.value, known, task.chain)) numbers.push_back(*value);
  }
  for (const auto& mistake : lesson::usual_mistakes(quantity, known, task.chain)) numbers.push_back(mistake.value);
  return numbers;
}

std::vector<Letter> number_letters(const Course& course, const lesson::Task& task) {
  const std::string quantity = asked_by(task);
  if (quantity.empty() || hangs_on_a_clock(quantity)) return {};
  const auto known = truth(course);
  const auto right = lesson::value_of(known, task.chain, quantity);
  const auto unit = lesson::unit_of(quantity);
  if (!right || !unit) return {};
  std::vector<Letter> letters = {{lesson::show_value(quantity, *right), true, *right}};
  for (const double wrong : wrong_numbers(task, quantity, known)) {
    if (letters.size() == most_letters) break;
    if (wrong <= 0 || (lesson::is_count(*unit) && wrong != std::floor(wrong))) continue;
    const std::string words = lesson::show_value(quantity, wrong);
    const auto same = [&](const Letter& one) {
      return one.words == words || lesson::same_number(quantity, one.value, wrong);
    };
    if (std::ranges::none_of(letters, same)) letters.push_back({words, false, wrong});
  }
  if (letters.size() < least_letters) return {};  // the right one alone would be the answer
  std::ranges::sort(letters, {}, &Letter::value);
  return letters;
}

}  // namespace

std::vector<Letter> letters_of(const Course& course, std::size_t step) {
  const auto& task = course.lesson.steps[step].task;
  if (!task) return {};
  if (task->kind != lesson::TaskKind::choice) return number_letters(course, *task);
  std::vector<Letter> letters;
  for (const std::string& words : task->in_brief.empty() ? task->choices : task->in_brief) {
    letters.push_back({words, static_cast<int>(letters.size()) == task->right, 0});
  }
  return letters;
}

std::expected<std::vector<int>, std::string> parse_hands(std::string_view typed, std::size_t letters) {
  constexpr std::int64_t most = 9999;
  std::string spaced(typed);
  std::ranges::replace_if(
      spaced, [](char c) { return c == ',' || c == ';' || c == '\t'; }, ' ');
  std::vector<int> hands;
  int all = 0;
  for (const std::string_view word : base::split(base::trim(spaced), ' ')) {
    if (word.empty()) continue;
    const auto count = base::to_integer(word);
    if (!count || *count < 0 || *count > most) {
      return std::unexpected(base::say("session.class.hands.not_count", {{"word", word}}));
    }
    hands.push_back(static_cast<int>(*count));
    all += hands.back();
  }
  if (hands.size() != letters) {
    return std::unexpected(base::say("session.class.hands.how_many", {{"letters", std::to_string(letters)}}));
  }
  if (all == 0) return std::unexpected(std::string(base::text("session.class.hands.none")));
  return hands;
}

}  // namespace session
