// Where they fit: in one half of the page, in both, or in lines as long as it is wide.
#include "ui/stage_reading.hpp"

#include "ui/dock.hpp"
#include "ui/stack.hpp"

#include <algorithm>
#include <utility>

namespace ui {
namespace {

using session::Node;
using session::Purpose;

bool is_answered(std::span<const Node* const> nodes) {
  return !nodes.empty() && nodes.front()->purpose == Purpose::verdict;
}

}  // namespace

Box with_sides(const Sheet& sheet, const Box& box) {
  const double beyond = sheet.px(12);
  return {box.x - beyond, box.y, box.w + 2 * beyond, box.h};
}

void StageReading::words(const Box& box, bool headed, bool leads) {
  read(box, parts_.reading, headed, leads);
}

void StageReading::apart(const Box& left, const Box& right) {
  if (lies_across(left)) return across(left, right);
  const Nodes all = parts_.reading;
  const std::size_t split = leading();
  read(left, all.first(split), is_answered(all), false);
  // On a wall the step's name gives way to the step's words.
  const bool unnamed = sheet_.canvas.theme().projector() && overflows(right);
  read(right, all.subspan(split), unnamed || !is_answered(all), false);
}

bool StageReading::overflows(const Box& right) const {
  const Nodes all = parts_.reading;
  Canvas dry(nullptr, sheet_.canvas.fonts(), sheet_.canvas.theme());
  Sheet scratch = sheet_.scratch(dry);
  return draw(scratch, right, right.y, all.subspan(leading()), !is_answered(all), false) > right.h;
}

bool StageReading::lies_across(const Box& left) const {
  const Nodes all = parts_.reading;
  if (parts_.dock != nullptr || !is_answered(all)) return false;
  Canvas dry(nullptr, sheet_.canvas.fonts(), sheet_.canvas.theme());
  Sheet scratch = sheet_.scratch(dry);
  return draw(scratch, left, left.y, all.first(leading()), true, false) > left.h;
}

/// In lines as long as the page, above the foot.
void StageReading::across(const Box& left, const Box& right) {
  read({left.x, left.y, right.right() - left.x, right.h}, parts_.reading, false, false);
  scroller_.part({right.x, right.bottom(), 0, 0}, [](double) { return 0.0; });
}

/// How many of what is read stand left.
std::size_t StageReading::leading() const {
  const Nodes all = parts_.reading;
  const auto leads = [&](const Node* node) {
    if (!is_answered(all)) return node->purpose == Purpose::prose || node->purpose == Purpose::chain;
    return node->purpose == Purpose::verdict || node->purpose == Purpose::explanation;
  };
  return static_cast<std::size_t>(std::ranges::find_if_not(all, leads) - all.begin());
}

void StageReading::read(const Box& box, Nodes nodes, bool headed, bool leads) {
  double news = 0;
  const auto content = [&](double y) { return draw(sheet_, box, y, nodes, headed, leads, &news); };
  Region& part = scroller_.part(with_sides(sheet_, box), content);
  more_below(sheet_, part, pad_of(box), part.content - news);
}

double StageReading::pad_of(const Box& box) const {
  return sheet_.px(box.h < sheet_.px(360) ? 8 : 20);
}

/// Returns the height; `news` is that of what was not read before.
double StageReading::draw(Sheet& sheet, const Box& box, double y, Nodes nodes, bool headed, bool leads,
                          double* news) const {
  const double pad = pad_of(box);
  Stack stack(sheet, {box.x, y + pad, box.w, 0});
  bool done = headed || parts_.header == nullptr || parts_.header->lines.empty();
  const auto heading = [&] {
    if (!std::exchange(done, true)) stack.heading(parts_.header->lines.front(), box.w);
  };
  if (leads) {
    for (const Node& node : asked_in(*parts_.dock)) stack.add(node, box.w);
    done = true;
  }
  if (!is_answered(nodes)) heading();
  for (const Node* node : nodes) {
    if (node->purpose == Purpose::prose) heading();
    stack.add(*node, box.w);
    if (news != nullptr && node->said != session::Said::before) *news = stack.height() + 2 * pad;
  }
  heading();
  return stack.height() + 2 * pad;
}

}  // namespace ui
