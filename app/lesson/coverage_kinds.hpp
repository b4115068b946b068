// How a row of the coverage is known, and what a command can show of it.
#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace lesson {

inline constexpr std::array<std::string_view, 5> coverage_kinds = {"run", "recorded", "imported", "computed", "cited"};

/// The kinds that a row with this command may have, besides cited: a prediction runs nothing, a recording is not a run.
[[nodiscard]] std::vector<std::string_view> kinds_shown_by(std::string_view command);

}  // namespace lesson
