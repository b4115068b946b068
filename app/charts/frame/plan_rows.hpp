// The rows of a chart of plans, in their frame: a group a plan with its name above it (beside it where there are many),
// the same rows in every group, and panels side by side that share them.
#pragma once

#include "charts/frame/bar_frame.hpp"
#include "charts/frame/type.hpp"

#include <string>

namespace charts {

class PlanRows {
 public:
  PlanRows(Drawing& drawing, const ChartData& data, const BarFrame& frame)
      : drawing_(drawing), data_(data), frame_(frame) {}

  /// What a panel shows and in what unit.
  void draw_heading(const Panel& panel);
  /// Lines beside the rows only: none runs through a name or a gap's words. Where there is no scale that is said.
  void draw_ticks(const Panel& panel, double zero_width = 1);
  /// The plan's name, and where it stands above its rows what its kernels are.
  void name_plan(std::size_t plan, double below_top = 17);
  void name_row(double middle, const std::string& words);
  /// A '?' at the begin of a bar to come.
  void draw_asked(const Panel& panel, double middle, Stage last, const Style& style = type::asked);
  /// Why there is no bar.
  void draw_reason(const Panel& panel, double middle, const std::string& why, Stage from, double indent = 8);

 private:
  Drawing& drawing_;
  const ChartData& data_;
  const BarFrame& frame_;
};

}  // namespace charts
