// Where everything goes: header, a reading column beside the figures (or above them), and the foot with the one
// filled button.
#pragma once

#include "ui/sheet.hpp"

#include <string>
#include <vector>

namespace ui {

/// A part of the window that scrolls by itself.
struct Region {
  Box box;
  double content = 0;  ///< height of what is in it
  double scroll = 0;   ///< how far it is scrolled, pixels
  bool read = false;   ///< words: where some are left below it says so
  bool more = false;   ///< and now there are
  bool again = false;  ///< and now there are, all read before
  [[nodiscard]] double most() const { return std::max(0.0, content - box.h); }
};

struct Layout {
  std::vector<Region> regions;  ///< 0 the reading column (or the whole page), 1 the figures beside it
  bool wide = false;
};

/// The size in figure units that figures should be made in, so that they fill their place with type of the page's size;
/// as high as the window has room for.
struct FigureFrame {
  double width = 960, height = 540;
};
/// `below`: what else has to be seen with them.
[[nodiscard]] FigureFrame figure_frame(const Theme& theme, double width, double height, bool drawing = false,
                                       double below = 0);
/// Of a page with a scene: its sliders and the axis that a guess is drawn on, in figure units.
[[nodiscard]] double below_scene(const session::View& view);

/// Whether the page asks a wall for something that is drawn on a figure: both are to be seen at once.
[[nodiscard]] bool asks_to_draw(const Theme& theme, const session::View& view);

/// How far a part is scrolled, at its right edge; nothing where all of it is seen.
void scroll_bar(Sheet& sheet, const Region& region);
/// Lets the last line of a part that goes on below fade away, and says whether with more or with what was read before.
/// At its end `air` is empty, and `old`, with that, was read before.
void more_below(Sheet& sheet, Region& region, double air, double old = 0);

/// Draws the view into a window of that size. `scrolls` as regions; `message` is said at the foot.
Layout compose(Sheet& sheet, const session::View& view, double width, double height, const std::vector<double>& scrolls,
               const std::string& message);

}  // namespace ui
