// The few paints and lines that everything in the warehouse scene is drawn with.
#pragma once

#include "figure/figure.hpp"

namespace charts::look {

inline constexpr Paint ink{Role::ink, Shade::fill};
inline constexpr Paint kraft{Role::ink, Shade::tint};  ///< wrapping paper, boxes, tyres' shine
inline constexpr Paint skin{Role::skin, Shade::fill};
inline constexpr Paint features{Role::skin, Shade::text};  ///< what is drawn on skin
inline constexpr Paint paper{Role::page, Shade::fill};
inline constexpr Paint wall{Role::panel, Shade::fill};
inline constexpr Paint far_off{Role::hairline, Shade::tint};  ///< the town: says nothing
inline constexpr Paint edge{Role::hairline, Shade::fill};
inline constexpr Paint trousers{Role::quiet_ink, Shade::fill};

inline constexpr Stroke outline{ink, 1.5, 0};
inline constexpr Stroke fine{ink, 1, 0};
inline constexpr Stroke skin_line{features, 1, 0};
inline constexpr Stroke wall_line{edge, 1.5, 0};

}  // namespace charts::look
