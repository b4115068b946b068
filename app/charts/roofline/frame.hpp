// The frame of the roofline: axes in whole decades from the ceilings alone, and the roofs in it.
#pragma once

#include "charts/frame/drawing.hpp"
#include "charts/roofline/dot_names.hpp"
#include "figure/axis.hpp"
#include "model/roofline.hpp"

namespace charts {

/// The same machine and size give the same frame, whatever lies in it.
struct RooflineFrame {
  model::RooflineModel roofs;                  ///< ceilings from the lowest up; those not known are left out
  std::optional<model::RooflineModel> beside;  ///< of the machine beside: the slope and the lowest ceiling
  figure::Axis x, y;                           ///< FLOP/byte, FLOP/s
  bool wall = false;                           ///< few words
  bool shares_foot = false;  ///< the name of what goes across stands beside where the numbers are from
  [[nodiscard]] bool outside(double intensity, double performance) const;
  [[nodiscard]] Point place(double intensity, double performance) const;
  /// The place, or the nearest one at least `inset` inside the frame.
  [[nodiscard]] Point inside(double intensity, double performance, double inset) const;
  [[nodiscard]] figure::Box box() const;
};

/// Of a sheet with a title; one without hangs on a wall: all of its height is for the plot.
[[nodiscard]] Body roofline_body(const ChartData& data);

/// Nothing without a spec, or where its bandwidth is not known. `wall`: only names and numbers are read from afar.
[[nodiscard]] std::optional<RooflineFrame> roofline_frame(const ChartData& data, const Body& body, bool wall = false);

/// The name of what goes across, shorter in a narrow frame.
[[nodiscard]] std::string_view across_words(const RooflineFrame& frame, const Drawing& drawing);

/// Grid, axes, roofs with their names, ridges. `names` keep clear of all of it afterwards.
void draw_frame(const RooflineFrame& frame, const ChartData& data, Drawing& drawing, DotNames& names);

}  // namespace charts
