// The opaque text in a figure that restores it: the question, never an answer.
#pragma once

#include "charts/chart_data.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace charts {

/// JSON: kind, chain text, each plan's name and cuts, spec, size; `extra` are more keys with text values.
[[nodiscard]] std::string scene(const ChartData& data, std::string_view kind,
                                const std::vector<figure::Fact>& extra = {});

}  // namespace charts
