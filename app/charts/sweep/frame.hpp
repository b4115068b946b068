// Where the points of a sweep stand, and what their heights are held against.
#pragma once

#include "charts/frame/drawing.hpp"
#include "charts/sweep/series.hpp"
#include "figure/axis.hpp"

namespace charts {

/// A low sheet leaves out the line of the chain, for the plot's sake.
[[nodiscard]] bool names_chain(const ChartData& sheet);
[[nodiscard]] Body sweep_body(const ChartData& sheet);
/// The name of what goes across stands beside where the numbers are from: on a wall, and where a curve is drawn low.
[[nodiscard]] bool shares_foot(const SweepData& data);

/// Of a sketch by chain and range alone; else further where a line goes further.
class SweepFrame {
 public:
  SweepFrame(const SweepData& data, SweepHeight y);

  [[nodiscard]] double left() const { return left_; }
  [[nodiscard]] double right() const { return right_; }
  [[nodiscard]] double top() const { return top_; }
  [[nodiscard]] double bottom() const { return bottom_; }
  [[nodiscard]] const figure::Axis& axis() const { return axis_; }  ///< of the heights

  [[nodiscard]] double across(std::size_t point) const {
    return across_.place(static_cast<double>(data_.points[point].at));
  }
  [[nodiscard]] Point place(std::size_t point, double height) const;
  /// Halfway between two points, or the frame's side.
  [[nodiscard]] double side(std::size_t before, std::size_t after) const;
  /// The point nearest to a place across.
  [[nodiscard]] std::size_t nearest(double x) const;

 private:
  const SweepData& data_;
  double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;
  figure::Axis across_, axis_;
};

}  // namespace charts
