// A sweep from the command line, for the command of that name and for its figure.
#pragma once

#include "charts/sweep/sweep.hpp"
#include "cli/live.hpp"

namespace cli {

inline constexpr Flag over_flag{"--over", "RANGE", "cli.flag.over"};

inline constexpr Flag y_flag{"--y", "time|speedup|growth|error", "cli.flag.y"};

/// As --over, --spec, --seed, --seconds and, if `live`, --device or --worker say; progress on a terminal's standard
/// error. Mistakes of the person are returned; the machine's are thrown.
[[nodiscard]] base::Expected<charts::SweepData> sweep_of(const std::string& chain_words, const Options& options,
                                                         bool live, const std::stop_token& stop = {});

/// The figure of it, measured or with what --recording holds, on the sheet as it was set: title, shape, command.
[[nodiscard]] base::Expected<figure::Figure> draw_sweep(const charts::ChartData& sheet, const Options& options);

/// Every measurement of the sweep, in the order of its points.
[[nodiscard]] std::vector<record::Measurement> measurements_of(const charts::SweepData& data);

}  // namespace cli
