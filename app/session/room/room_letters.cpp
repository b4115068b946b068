// From a task to letters, from a line of figures to hands.
#include "session/room/room_letters.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "session/lesson/sketch.hpp"

#include <algorithm>

namespace session {

std::vector<Letter> letters_of(const Course& course, std::size_t step) {
  const auto& task = course.lesson.steps[step].task;
  if (!task) return {};
  if (task->kind == lesson::TaskKind::sketch) return lesson::sketch_letters(*task, sketch_truth(course, *task));
  if (task->kind != lesson::TaskKind::choice) return lesson::number_letters(*task, asked_by(*task), truth(course));
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
