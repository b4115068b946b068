// How a figure is written: theme, shape, title, type; the same flags for every command that writes one.
#pragma once

#include "charts/frame/chart_data.hpp"
#include "cli/options.hpp"
#include "exporter/write.hpp"

namespace cli {

inline constexpr Flag output_flag{"-o", "FILE", "cli.flag.o"};
inline constexpr Flag preset_flag{"--preset", "16:9|4:3", "cli.flag.preset"};
inline constexpr Flag title_flag{"--title", "TEXT|none", "cli.flag.title"};
inline constexpr Flag text_flag{"--text", "live|outlines", "cli.flag.text"};
inline constexpr Flag theme_flag{"--theme", "NAME", "cli.flag.theme"};
inline constexpr Flag transparent_flag{"--transparent", "", "cli.flag.transparent"};

/// --theme, --transparent, --text.
[[nodiscard]] base::Expected<exporter::Options> export_options(const Options& options);
/// --preset and --title into a chart's data, and the theme's type.
[[nodiscard]] base::Expected<void> set_sheet(charts::ChartData& data, const Options& options, figure::Theme theme);

}  // namespace cli
