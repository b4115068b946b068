// Which tabs a lesson's reader knows by then.
#include "lesson/stage.hpp"

#include <algorithm>
#include <iterator>

namespace lesson {

std::vector<std::string> introduced(const std::vector<Listed>& course, std::string_view id) {
  const auto at = std::ranges::find(course, id, &Listed::id);
  if (at == course.end()) return {std::begin(stage_tabs), std::end(stage_tabs)};
  std::vector<std::string> found;
  for (const std::string_view tab : stage_tabs) {
    const auto names_it = [&](const Listed& one) {
      return std::ranges::find(one.introduces, tab) != one.introduces.end();
    };
    if (std::any_of(course.begin(), std::next(at), names_it)) found.emplace_back(tab);
  }
  return found;
}

}  // namespace lesson
