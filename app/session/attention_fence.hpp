// A lesson's `attention` fence: one head as a strip, or the ways another program took, as far as may be seen.
#pragma once

#include "session/page.hpp"

#include <string_view>

namespace session {

/// `which`: "strip" or "times", in the frame of `sheet`.
[[nodiscard]] figure::Figure attention_figure(std::string_view which, charts::ChartData sheet);
/// Nothing is struck, and nobody's bytes are told, while attention.ratio is asked.
[[nodiscard]] figure::Stage attention_stage(const Asked& open);
[[nodiscard]] Node attention_node(const Desk& desk, const lesson::Block& fence);

/// Which of the two the lesson has.
[[nodiscard]] std::vector<std::string> attention_in(const lesson::Lesson& lesson);

}  // namespace session
