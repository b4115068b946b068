// Bars by who says them.
#include "charts/frame/bar_look.hpp"

#include "charts/frame/type.hpp"

#include <algorithm>

namespace charts {

figure::Rect bar_of(const BarLook& look, Point at, double width, double height) {
  figure::Rect out{at, width, height, 0, {}, {}, look.hatched};
  const Paint strong{look.role, Shade::fill};
  switch (look.source) {
    case Source::guess:
      out.stroke = Stroke{{Role::guess, Shade::fill}, 2, 0};
      break;
    case Source::model:
      out.stroke = Stroke{{Role::model, Shade::fill}, 1.5, 4};
      break;
    case Source::measured:
    case Source::recorded:
      out.fill = strong;
      if (look.hatched) out.stroke = Stroke{strong, 1.5, 0};
      break;
    case Source::imported:
      out.fill = Paint{look.role, Shade::tint};
      out.stroke = Stroke{strong, 2, 0};
      break;
  }
  return out;
}

figure::Rect large_model_bar(Point at, double width, double height, std::optional<Role> tint) {
  figure::Rect out{at, width, height, 0, {}, Stroke{{Role::model, Shade::text}, 1.5, 4}};
  if (tint) out.fill = Paint{*tint, Shade::tint};
  return out;
}

Point value_place(const Drawing& drawing, const figure::Rect& bar, const Style& style, bool below) {
  if (below) return {bar.at.x, bar.at.y + bar.height + drawing.scaled(15)};
  const bool small = style.size <= type::value.size;
  return {bar.at.x + bar.width + drawing.scaled(small ? 6 : 8),
          bar.at.y + bar.height / 2 + drawing.scaled(small ? 4 : 5)};
}

void draw_tab(Drawing& drawing, const figure::Rect& bar, const Seen& seen) {
  const double side = std::min(bar.height * 0.55, bar.width);
  const double x = bar.at.x + bar.width, y = bar.at.y;
  constexpr double edge = 1;  // of the bar's own corner no soft pixel shows
  drawing.polygon({{{x - side - edge, y - edge}, {x + edge, y - edge}, {x + edge, y + side + edge}},
                   Paint{Role::page, Shade::fill},
                   std::nullopt},
                  seen);
  drawing.polygon({{{x - side, y}, {x, y + side}, {x - side, y + side}}, ink}, seen);
}

double draw_beyond(Drawing& drawing, Point end, Paint paint, const Seen& seen) {
  const double tip = end.x + drawing.scaled(10);
  drawing.arrow_head({tip, end.y}, 1, 0, drawing.scaled(9), paint, seen);
  return tip;
}

Style value_style(Source source) {
  switch (source) {
    case Source::guess:
      return type::value.in(Role::guess);
    case Source::model:
      return type::value.in(Role::model);
    case Source::measured:
    case Source::recorded:
    case Source::imported:
      break;
  }
  return type::value;
}

}  // namespace charts
