// What a chart of a page is made of.
#pragma once

#include "charts/bars/bytes_bars.hpp"
#include "session/state/page.hpp"

namespace session {

/// What a chart is given: the bench, the guesses, and the numbers only where they may be seen.
[[nodiscard]] charts::ChartData chart_data(const Desk& desk, const Bench& bench, std::vector<record::Guess> guesses,
                                           const Allowed& allowed);
/// The page's size and type, which every chart of it has.
void set_frame(const Desk& desk, charts::ChartData& data);
/// On a low stage a chart with two axes is drawn smaller rather than so flat that its numbers lie on each other.
void keep_upright(const Desk& desk, charts::ChartData& data);
/// For what is of no chain.
[[nodiscard]] charts::ChartData page_sheet(const Desk& desk);
/// The frame of the audience's figure: beside letters it is narrower.
[[nodiscard]] FigureFrame class_frame(const Desk& desk);

}  // namespace session
