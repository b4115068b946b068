// What a chart of a page is made of.
#pragma once

#include "charts/bars/bytes_bars.hpp"
#include "session/state/page.hpp"

namespace session {

/// What a chart is given: the bench, the guesses, and the numbers only where they may be seen.
[[nodiscard]] charts::ChartData chart_data(const Desk& desk, const Bench& bench, std::vector<record::Guess> guesses,
                                           const Allowed& allowed);
/// How large the page's type is beside a sheet's. A rail has it, however high the picture above it is: that has the
/// room which the rail leaves.
[[nodiscard]] double page_type(const Desk& desk);
/// The page's size and type, which every chart of it has.
void set_frame(const Desk& desk, charts::ChartData& data);
/// What a chart has to have room for.
enum class Needs { rows, axes, many_rows };
/// On a low stage a chart's type is smaller rather than its words on top of each other.
void keep_room(const Desk& desk, charts::ChartData& data, Needs needs);
/// For what is of no chain.
[[nodiscard]] charts::ChartData page_sheet(const Desk& desk);
/// The frame of the audience's figure: beside letters it is narrower.
[[nodiscard]] FigureFrame class_frame(const Desk& desk);

}  // namespace session
