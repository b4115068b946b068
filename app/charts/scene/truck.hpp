// What is on the road: a truck for a full tensor, a bicycle for a small one.
#pragma once

#include "charts/scene/brush.hpp"

namespace charts {

inline constexpr double truck_length = 88;
inline constexpr Point truck_bed{30, -19};  ///< where a gift stands on it
inline constexpr Point bicycle_basket{-17, -22};

/// Looks right; the brush's origin is on the road under its tail. `driven` is how far it went: wheels turn by it.
void draw_truck(const Brush& brush, Role hue, double driven, bool moving);
/// Looks right; the origin is on the road in its middle.
void draw_bicycle(const Brush& brush, Role hue, double driven);

}  // namespace charts
