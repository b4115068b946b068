// Breaks lines at the texts of each stage.
#include "charts/frame/grid.hpp"

#include "figure/box.hpp"

#include <algorithm>
#include <utility>

namespace charts {
namespace {

using figure::Box;
using figure::Mark;

constexpr Stage stages[] = {Stage::question, Stage::guess, Stage::model, Stage::truth};

struct Type {
  Box box;
  Stage from, until;
};

/// Every text, with room to breathe: from a little above its capitals to a little below its descenders.
std::vector<Type> type_in(const figure::Figure& figure) {
  std::vector<Type> out;
  for (const Mark& mark : figure.marks) {
    const auto* text = std::get_if<figure::Text>(&mark.shape);
    if (text == nullptr) continue;
    const Box box = figure::bounds(*text);
    const double clear = text->size / 4;
    out.push_back({{box.x - clear, box.y, box.width + 2 * clear, box.height}, mark.from, mark.until});
  }
  return out;
}

/// The part of a line inside a box, from 0 to 1 along it; empty if they do not meet.
std::pair<double, double> part_inside(const GridLine& line, const Box& box) {
  double enter = 0, leave = 1;
  const auto within = [&](double begin, double end, double low, double size) {
    if (begin == end) {
      if (begin <= low || begin >= low + size) leave = enter;
      return;
    }
    const auto [near, far] = std::minmax({(low - begin) / (end - begin), (low + size - begin) / (end - begin)});
    enter = std::max(enter, near);
    leave = std::min(leave, far);
  };
  within(line.begin.x, line.end.x, box.x, box.width);
  within(line.begin.y, line.end.y, box.y, box.height);
  return {enter, leave};
}

using Parts = std::vector<std::pair<double, double>>;

/// What is left of a line at a stage.
Parts left_of(const GridLine& line, const std::vector<Type>& types, Stage stage) {
  Parts gaps;
  for (const Type& type : types) {
    if (type.from > stage || type.until < stage) continue;
    const auto gap = part_inside(line, type.box);
    if (gap.first < gap.second) gaps.push_back(gap);
  }
  std::ranges::sort(gaps);
  Parts out;
  double at = 0;
  for (const auto& [from, to] : gaps) {
    if (from > at) out.push_back({at, from});
    at = std::max(at, to);
  }
  if (at < 1) out.push_back({at, 1});
  return out;
}

}  // namespace

void lay_grid(figure::Figure& figure, std::size_t place, const std::vector<GridLine>& lines) {
  const std::vector<Type> types = type_in(figure);
  std::vector<Mark> marks;
  for (const GridLine& line : lines) {
    const auto along = [&](double share) {
      return Point{line.begin.x + share * (line.end.x - line.begin.x),
                   line.begin.y + share * (line.end.y - line.begin.y)};
    };
    const auto end = static_cast<std::size_t>(line.until) + 1;
    for (auto i = static_cast<std::size_t>(line.from); i < end;) {
      const Parts parts = left_of(line, types, stages[i]);
      std::size_t last = i;
      while (last + 1 < end && left_of(line, types, stages[last + 1]) == parts) ++last;
      for (const auto& [from, to] : parts) {
        marks.push_back({figure::Polyline{{along(from), along(to)}, line.stroke}, {}, stages[i], stages[last]});
      }
      i = last + 1;
    }
  }
  figure.marks.insert(figure.marks.begin() + static_cast<std::ptrdiff_t>(place), marks.begin(), marks.end());
}

}  // namespace charts
