// A sketched curve as one types it: "2:1 8:3", "64K:20us 1G:3ms".
#pragma once

#include "lesson/sketch.hpp"

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace lesson {

[[nodiscard]] std::string typed_of(const Task& task, const Curve& curve);

/// The whole curve, or a sentence: which word is no point of it, or which place is not on the axis. Empty for no text.
[[nodiscard]] std::expected<Curve, std::string> parse_curve(const Task& task, std::string_view typed);

/// Every place from a few: between two on the straight line of the axes; level beyond the outermost.
[[nodiscard]] Curve filled(const Task& task, const Curve& few);

/// On the straight line between two points, of logarithmic axes; of a speed-up's axis only the places are.
[[nodiscard]] double height_between(const Task& task, std::int64_t at, std::pair<std::int64_t, double> a,
                                    std::pair<std::int64_t, double> b);

/// A height as round as one would type it.
[[nodiscard]] double snapped(const Task& task, double height);

}  // namespace lesson
