// A tuner's surface: the time of every setting of the knobs, a cell each; threads of a block across, what a thread or a
// block does down, caps on registers side by side.
#pragma once

#include "charts/frame/chart_data.hpp"
#include "record/tuning.hpp"

namespace charts {

/// `sheet` gives chain, size, type, title and command; all else is the tuning's.
[[nodiscard]] figure::Figure surface(const ChartData& sheet, const record::Tuning& tuning);

/// What was found, in a sentence: the choice and how much it gained, that none was faster, or that it is not finished.
[[nodiscard]] std::string surface_finding(const record::Tuning& tuning);
/// "without knobs", "block=512 elements=8"
[[nodiscard]] std::string knobs_words(const std::string& knobs);

}  // namespace charts
