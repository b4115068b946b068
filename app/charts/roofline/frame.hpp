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
  [[nodiscard]] bool outside(double intensity, double performance) const;
  [[nodiscard]] Point place(double intensity, double performance) const;
  /// The place, or the nearest one at least `inset` inside the frame.
  [[nodiscard]] Point inside(double intensity, double performance, double inset) const;
  [[nodiscard]] figure::Box box() const;
};

/// Nothing without a spec, or where its bandwidth is not known.
[[nodiscard]] std::optional<RooflineFrame> roofline_frame(const ChartData& data, const Body& body);

/// Grid, axes, roofs with their names, ridges. `names` keep clear of all of it afterwards.
void draw_frame(const RooflineFrame& frame, const ChartData& data, Drawing& drawing, DotNames& names);

}  // namespace charts
