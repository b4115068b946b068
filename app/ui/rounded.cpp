// Three plain rectangles and four quarter-discs.
#include "ui/rounded.hpp"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

bool whole(float v) {
  return v == std::round(v);
}

}  // namespace

void fill_rounded(ImDrawList& list, ImVec2 low, ImVec2 high, ImU32 color, float radius) {
  const float wide = high.x - low.x, tall = high.y - low.y;
  const float r = std::round(std::min({radius, wide / 2, tall / 2}));
  // Pieces meet without a seam on whole pixels only; among small ones there is nothing to save.
  const bool pieces = r >= 1 && std::max(wide, tall) > 8 * r && whole(low.x) && whole(low.y) && whole(high.x) &&
                      whole(high.y) && 2 * r <= std::min(wide, tall);
  if (!pieces) {
    list.AddRectFilled(low, high, color, radius);
    return;
  }
  list.AddRectFilled({low.x + r, low.y}, {high.x - r, high.y}, color);
  if (tall > 2 * r) {
    list.AddRectFilled({low.x, low.y + r}, {low.x + r, high.y - r}, color);
    list.AddRectFilled({high.x - r, low.y + r}, {high.x, high.y - r}, color);
  }
  const auto corner = [&](ImVec2 middle, int from) {  // in twelfths of a turn, clockwise from the right
    list.PathLineTo(middle);
    list.PathArcToFast(middle, r, from, from + 3);
    list.PathFillConvex(color);
  };
  corner({low.x + r, low.y + r}, 6);
  corner({high.x - r, low.y + r}, 9);
  corner({high.x - r, high.y - r}, 0);
  corner({low.x + r, high.y - r}, 3);
}

}  // namespace ui
