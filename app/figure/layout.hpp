// Labels that do not overlap. Three tools, for charts to choose from:
// - push_apart: places along one line (the bare sum);
// - side_labels: a column of labels beside a plot, each led to what it names (line ends, bars);
// - LabelPlacer: a label around a point among obstacles (dots of a roofline).
#pragma once

#include "figure/box.hpp"
#include "figure/figure.hpp"

#include <string>
#include <vector>

namespace figure {

/// One thing that wants to stand at a place on a line and takes `size` of it.
struct Extent {
  double wanted = 0;  ///< its centre
  double size = 0;
};
/// Centres in the order given: none overlap, all lie in [from, to], order of `wanted` kept, sum of squared shifts
/// least. Where they cannot fit they are pressed together evenly and do overlap.
[[nodiscard]] std::vector<double> push_apart(const std::vector<Extent>& extents, double gap, double from, double to);

/// A label beside a plot and the point it names.
struct SideLabel {
  Point target;
  Text label;  ///< its place and anchor are set by side_labels
  std::string id;
  Stage from = Stage::question, until = Stage::truth;
};
/// Where the labels stand: right of `x` (Anchor::start) or left of it (Anchor::end), between top and bottom.
struct SideColumn {
  double x = 0, top = 0, bottom = 0;
  Anchor anchor = Anchor::start;
  double gap = 4;
};
/// The labels, with a thin leader for each that had to move or stands far from its target.
[[nodiscard]] std::vector<Mark> side_labels(const std::vector<SideLabel>& labels, const SideColumn& column);

/// Puts labels around points, away from what is already there.
class LabelPlacer {
 public:
  /// Labels stay inside `frame`.
  explicit LabelPlacer(const Box& frame) : frame_(frame) {}
  /// Areas and lines that no label should cover; a crossed line costs less than a covered area.
  void keep_clear(const Box& box) { boxes_.push_back(box); }
  void keep_clear(const Polyline& line) { lines_.push_back(line.points); }
  /// `label` with place and anchor set: right of `target`, then left, above, below, then the corners and farther out;
  /// the first that covers nothing, else the one that covers least. The next labels keep clear of it.
  [[nodiscard]] Text place(Text label, Point target, double distance = 8);

 private:
  [[nodiscard]] double cost(const Box& box) const;
  Box frame_;
  std::vector<Box> boxes_;
  std::vector<std::vector<Point>> lines_;
};

}  // namespace figure
