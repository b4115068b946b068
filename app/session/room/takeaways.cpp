// They are the prose below the last task that is a list; a talk has its own, which its course lists.
#include "session/room/takeaways.hpp"

#include "base/text.hpp"
#include "lesson/finding.hpp"
#include "session/room/class_figure.hpp"
#include "session/room/class_view.hpp"

#include <algorithm>

namespace session {
namespace {

bool is_list(std::string_view markdown) {
  return std::ranges::any_of(base::split_lines(markdown),
                             [](std::string_view line) { return base::trim(line).starts_with("- "); });
}

const lesson::Block* block_of(const Desk& desk) {
  const Course& course = *desk.course;
  if (course.at + 1 != course.lesson.steps.size()) return nullptr;
  for (const lesson::Block& block : course.step().blocks) {
    if (block.fence == nullptr && block.after_task && is_list(block.text)) return &block;
  }
  return nullptr;
}

bool ends_talk(const Desk& desk) {
  return !desk.talk->takeaways.empty() && desk.talk->at + 1 == desk.talk->stops.size();
}

}  // namespace

std::optional<Node> takeaways(const Desk& desk) {
  if (desk.talk) {
    if (!ends_talk(desk)) return std::nullopt;
    std::string list;
    for (const std::string& line : desk.talk->takeaways) list += "- " + line + "\n";
    return prose("class.takeaways", Purpose::prose, list);
  }
  const lesson::Block* block = block_of(desk);
  if (block == nullptr) return std::nullopt;
  // What leads to the list is the page's title.
  const std::string list = block->text.substr(std::min(block->text.find("- "), block->text.size()));
  return prose("class.takeaways", Purpose::prose,
               lesson::fill(list, desk.course->lesson, readable(desk), block->chain));
}

bool has_takeaways(const Desk& desk) {
  return desk.talk ? ends_talk(desk) : block_of(desk) != nullptr;
}

bool shows_takeaways(const Desk& desk) {
  return shows_figure(desk) && !has_class_figure(desk, true) && has_takeaways(desk);
}

}  // namespace session
