// From a task to letters, from a line of figures to hands.
#include "session/lesson/room_letters.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/kinds/kind.hpp"
#include "session/lesson/sketch.hpp"

#include <algorithm>

namespace session {

std::vector<Letter> letters_of(const Course& course, std::size_t step) {
  const auto& task = course.lesson.steps[step].task;
  if (!task || !task->kind->is_voted()) return {};
  const bool drawn = task->kind->by == lesson::By::curve;
  return task->kind->letters(*task, drawn ? lesson::Quantities() : truth(course),
                             drawn ? sketch_truth(course, *task) : lesson::SketchTruth());
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
