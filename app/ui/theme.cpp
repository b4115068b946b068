// The look in numbers: colours by role, the type scale, the 8-unit grid.
#include "ui/theme.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ui {
namespace {

constexpr std::array<double, 6> usual_sizes{12, 14, 16, 20, 28, 40};
// From the back row: nothing below 1/30 of a 720 line screen.
constexpr std::array<double, 6> projector_sizes{24, 24, 24, 28, 36, 48};
constexpr std::array<double, 7> scales{1, 1.25, 1.5, 1.75, 2, 2.5, 3};

}  // namespace

ImU32 Theme::color(figure::Role role, figure::Shade shade, double alpha) const {
  const figure::Color c = figure::color(palette, role, shade);
  return IM_COL32(c.r, c.g, c.b, std::lround(std::clamp(alpha, 0.0, 1.0) * 255));
}

double Theme::px(double units) const {
  return std::round(units * scale);
}

double Theme::size(Type type) const {
  const auto& sizes = projector() ? projector_sizes : usual_sizes;
  return sizes[static_cast<std::size_t>(type)] * scale;
}

double Theme::hairline() const {
  return std::max(1.0, std::round(scale * (projector() ? 2 : 1)));
}

double scale_step(double scale, int direction) {
  if (direction > 0) {
    const auto* next = std::find_if(scales.begin(), scales.end(), [&](double s) { return s > scale + 0.01; });
    return next == scales.end() ? most_scale : *next;
  }
  const auto* above = std::ranges::lower_bound(scales, scale - 0.01);
  return above == scales.begin() ? least_scale : *std::prev(above);
}

Theme fitted(const Theme& theme, double width, double height) {
  const double type = theme.projector() ? 1.5 : 1;  // its type is so much larger
  // A projector's page keeps its share of the wall, whatever the number of pixels.
  const double room = theme.projector() ? std::clamp(std::min(width / 1280, height / 720), 1.0, most_scale)
                                        : std::clamp(std::min(width / 1440, height / 810), 1.0, 1.25);
  Theme shown = theme;
  shown.scale = std::max(0.25, std::min({theme.scale * room, width / (480 * type), height / (360 * type)}));
  return shown;
}

figure::Theme next_theme(figure::Theme theme) {
  switch (theme) {
    case figure::Theme::light:
      return figure::Theme::dark;
    case figure::Theme::dark:
      return figure::Theme::high_contrast;
    case figure::Theme::high_contrast:
      return figure::Theme::projector;
    case figure::Theme::projector:
      return figure::Theme::light;
  }
  std::unreachable();
}

}  // namespace ui
