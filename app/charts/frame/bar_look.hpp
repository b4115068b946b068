// How a bar looks by who says it, and what stands at its end. One look everywhere: guess hollow, model dashed, measured
// filled in its plan's colour, counted by construction hatched, recorded with a folded corner, imported pale in a firm
// line.
#pragma once

#include "charts/frame/drawing.hpp"

#include <optional>

namespace charts {

struct BarLook {
  Source source = Source::measured;
  Role role = Role::ink;  ///< of its plan
  bool hatched = false;
};

[[nodiscard]] figure::Rect bar_of(const BarLook& look, Point at, double width, double height);
/// The model's where bars are large: in a tint of its plan's colour, or hollow.
[[nodiscard]] figure::Rect large_model_bar(Point at, double width, double height, std::optional<Role> tint);
/// Where the words of a bar's value begin: below it, or beside its middle.
[[nodiscard]] Point value_place(const Drawing& drawing, const figure::Rect& bar, const Style& style, bool below);
/// The folded corner of what was recorded.
void draw_tab(Drawing& drawing, const figure::Rect& bar, const Seen& seen);
/// It goes on beyond `end`, where a row's bar ends at most; returns where the mark of that ends.
double draw_beyond(Drawing& drawing, Point end, Paint paint, const Seen& seen);
/// Of the value beside a bar.
[[nodiscard]] Style value_style(Source source);

}  // namespace charts
