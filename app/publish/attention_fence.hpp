// A lesson's `attention` fence: one head as a strip, or the ways another program took, as far as may be seen.
#pragma once

#include "charts/frame/chart_data.hpp"
#include "lesson/asked.hpp"

#include <string_view>

namespace publish {

/// `which`: "strip" or "times", in the frame of `sheet`.
[[nodiscard]] figure::Figure attention_figure(std::string_view which, charts::ChartData sheet);
/// Nothing is struck, and nobody's bytes are told, while attention.ratio is asked.
[[nodiscard]] figure::Stage attention_stage(const lesson::Asked& open);
/// Which of the two the lesson has.
[[nodiscard]] std::vector<std::string> attention_in(const lesson::Lesson& lesson);

}  // namespace publish
