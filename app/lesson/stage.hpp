// The stage of a lesson: the tabs that a course can introduce.
#pragma once

#include "lesson/loader.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lesson {

/// What `introduces` in lessons/course.toml may name, in the order of the tabs; last, the scene's depot.
inline constexpr std::string_view stage_tabs[] = {"scene",    "trips",    "bytes",  "kernels", "numbers",
                                                  "roofline", "timeline", "errors", "depot"};

/// Those of them that a run fills, in the order in which a page without a stage shows them.
inline constexpr std::string_view run_tabs[] = {"bytes", "roofline", "kernels", "errors"};

/// The tabs that the course has introduced up to and with this lesson, in their order. A lesson that is none of the
/// course's has all of them.
[[nodiscard]] std::vector<std::string> introduced(const std::vector<Listed>& course, std::string_view id);

}  // namespace lesson
