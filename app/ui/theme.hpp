// The look in numbers: colours by role, the type scale, the 8-unit grid.
#pragma once

#include "figure/palette.hpp"

#include <imgui.h>

namespace ui {

/// The type scale: 12, 14, 16, 20, 28, 40 at 1x; the projector's is larger.
enum class Type { tiny, small, body, lead, title, display };

/// Everything that a theme and a scale decide.
struct Theme {
  figure::Theme palette = figure::Theme::light;
  double scale = 1;  ///< pixels a unit, 1 to 3

  [[nodiscard]] ImU32 color(figure::Role role, figure::Shade shade = figure::Shade::fill, double alpha = 1) const;
  /// Units to whole pixels.
  [[nodiscard]] double px(double units) const;
  /// Height of the type in pixels.
  [[nodiscard]] double size(Type type) const;
  /// Thickness of a thin rule; thicker on the projector.
  [[nodiscard]] double hairline() const;
  [[nodiscard]] bool projector() const { return palette == figure::Theme::projector; }
};

inline constexpr double least_scale = 1, most_scale = 3;
/// The next or previous of 1, 1.25, 1.5, 1.75, 2, 2.5, 3.
[[nodiscard]] double scale_step(double scale, int direction);
/// The theme as a window of that size shows it: smaller where a page would not fit, larger on a wall.
[[nodiscard]] Theme fitted(const Theme& theme, double width, double height);
/// Light, dark, high contrast, projector, light ...
[[nodiscard]] figure::Theme next_theme(figure::Theme theme);

}  // namespace ui
