// The frame of the bytes bars: panels, axes and rows. From chain, plans, spec, tellers and size; of the
// answers only its axes know, and only where they may tell them.
#pragma once

#include "charts/frame/drawing.hpp"
#include "charts/frame/reading.hpp"
#include "figure/axis.hpp"

#include <optional>
#include <vector>

namespace charts {

struct Panel {
  Quantity quantity = Quantity::crossings;
  figure::Axis axis;   ///< begin = where bars start
  double right = 0;    ///< the labels' end: axis.end and the room for a value
  bool scaled = true;  ///< false: nothing is known to take a scale from (time with no spec)
  std::string unit;    ///< of the tick labels, for the heading
  double unit_size = 1;

  [[nodiscard]] double wide() const { return right - axis.begin; }
  /// A value in the column's unit; in its own where there is no scale.
  [[nodiscard]] std::string shown(double value) const;
};

struct BarFrame {
  Body body{};
  bool eyebrow = true;                ///< room for the chain above the title
  bool about = true;                  ///< room for explanations under the headings and for the guessed ratio
  bool gaps = true;                   ///< room for the gap between guess and truth
  bool compact = false;               ///< many plans: the plan's name stands beside its rows, not above them
  double names = 0;                   ///< width of the column of names in a compact frame
  double heading = 0;                 ///< baseline of the panels' headings
  double top = 0, bottom = 0;         ///< of the rows
  double first_group = 0, group = 0;  ///< top of the first group; height of one
  double header = 0, pitch = 0, bar = 0, gap = 0;  ///< inside a group: name line, one row, bar thickness, gap line
  std::size_t plans = 0, rows = 0;                 ///< groups drawn (the others are named in words), rows in each
  bool fused_last = false;                         ///< a lesson's own plans stand between unfused and fused
  double labels = 0;                               ///< width of what stands left of the rows
  std::vector<Teller> tellers;
  std::vector<Panel> panels;

  [[nodiscard]] double group_top(std::size_t plan) const {
    return first_group + static_cast<double>(row_of_plan(plan, plans, fused_last)) * group;
  }
  /// Middle of a row.
  [[nodiscard]] double row(std::size_t plan, std::size_t row) const {
    return group_top(plan) + header + (static_cast<double>(row) + 0.5) * pitch;
  }
};

[[nodiscard]] BarFrame bar_frame(const ChartData& data, Quantity quantity, Axes axes = Axes::blind);

/// The axes' ends, known before any answer.
struct Extents {
  double crossings = 0;        ///< a power of two, at least 8, above every operand and result of every op: coarse, so
                               ///< that no count can be read from it
  double bytes = 0;            ///< as many full tensors
  std::optional<double> time;  ///< seconds: those bytes on this device; nothing without a spec
};
[[nodiscard]] Extents extents(const ChartData& data);
/// The axes' ends once all is told: the longest bar takes more than half of its axis. A guess that is far beyond every
/// other bar is left outside.
[[nodiscard]] Extents told_extents(const ChartData& data);

}  // namespace charts
