// Where everything of the reveal stands: letters as large as the sheet allows, the bars take what is left.
#pragma once

#include "charts/bars/trips_and_time.hpp"
#include "charts/frame/drawing.hpp"

#include <string>
#include <vector>

namespace charts {

struct TripsLayout {
  double scale = 1;               ///< of letters
  Body body;                      ///< below the title
  bool beside = true;             ///< values right of their bars; else at the end of the line of names
  bool icons = true;              ///< a truck before each bar
  bool names_left = false;        ///< names before their bars; else above them
  bool notes = true;              ///< "4 workers, 4 shifts"
  bool others = true;             ///< "8 trips · 1.07 GB"
  std::vector<double> tops;       ///< of each row that is shown: the line of its name
  double bar_left = 0;            ///< where bars begin
  double room = 0;                ///< of the longest bar
  double thick = 0;               ///< of a bar
  double left_out = 0;            ///< baseline that tells of plans without room; 0 = all are shown
  double bracket = 0;             ///< where the gap's bracket lies
  std::vector<std::string> foot;  ///< from above down: lines below all; the last tells whose number it is

  [[nodiscard]] double scaled(double size) const { return size * scale; }
  [[nodiscard]] double bar_top(std::size_t row) const { return tops[row] + scaled(names_left ? 0 : name_line); }
  [[nodiscard]] double middle(std::size_t row) const { return bar_top(row) + thick / 2; }

  /// A bar is too low for two lines of words beside it.
  [[nodiscard]] bool low() const { return thick < scaled(40); }

  static constexpr double name_line = 30;  ///< at 1x: from a row's top to its bar, where a name stands between
  static constexpr double outline = 5;     ///< the guess stands so far around its bar
};

/// By the sheet, the plans, who tells and what was guessed; never by how long a bar is. `more` plans are not among the
/// data's, for want of room.
[[nodiscard]] TripsLayout trips_layout(const ChartData& data, const TripsMoment& moment, std::size_t more = 0);

}  // namespace charts
