// The few paints and lines that everything in the warehouse scene is drawn with.
#pragma once

#include "figure/figure.hpp"

namespace charts::look {

inline constexpr figure::Paint ink{figure::Role::ink, figure::Shade::fill};
inline constexpr figure::Paint kraft{figure::Role::ink, figure::Shade::tint};  ///< wrapping paper, boxes, tyres' shine
inline constexpr figure::Paint skin{figure::Role::skin, figure::Shade::fill};
inline constexpr figure::Paint features{figure::Role::skin, figure::Shade::text};  ///< what is drawn on skin
inline constexpr figure::Paint paper{figure::Role::page, figure::Shade::fill};
inline constexpr figure::Paint wall{figure::Role::panel, figure::Shade::fill};
inline constexpr figure::Paint far_off{figure::Role::hairline, figure::Shade::tint};  ///< the town: says nothing
inline constexpr figure::Paint edge{figure::Role::hairline, figure::Shade::fill};
inline constexpr figure::Paint trousers{figure::Role::quiet_ink, figure::Shade::fill};

inline constexpr figure::Stroke outline{ink, 1.5, 0};
inline constexpr figure::Stroke fine{ink, 1, 0};
inline constexpr figure::Stroke skin_line{features, 1, 0};
inline constexpr figure::Stroke wall_line{edge, 1.5, 0};

}  // namespace charts::look
