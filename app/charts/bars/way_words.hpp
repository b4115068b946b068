// What stands around the bars of ways: titles, headings, and whose numbers these are.
#pragma once

#include "charts/bars/way_bars.hpp"
#include "charts/frame/drawing.hpp"

#include <string>
#include <vector>

namespace charts {

/// What stands around the bars.
struct WayWords {
  Titles titles;
  std::string names;    ///< above the rows' names
  std::string foot;     ///< whose bytes and times these are
  std::string about;    ///< more of it, for who does not see the figure
  double column = 0.3;  ///< share of the width for the rows' names
};
/// Of the cuts of a chain. At least one way.
[[nodiscard]] WayWords chain_words(const std::vector<Way>& ways, const record::Imported& from);

/// "3 kernels"
[[nodiscard]] std::string kernels_told(const Way& way);

/// How many times as much the first one moves, and takes.
[[nodiscard]] double fewer_bytes(const Way& first, const Way& way);
[[nodiscard]] double less_time(const Way& first, const Way& way);

}  // namespace charts
