// Rows below each other, all of one height, a hairline above each; their names at the left, columns of bars beside
// them.
#pragma once

#include "charts/frame/drawing.hpp"

#include <algorithm>

namespace charts {

/// Rows of a chart, at 1x: how many, what lies above them, and the least height in which their letters stand clear.
struct RowsNeed {
  std::size_t count = 1;
  double head = 0, least = 0;

  [[nodiscard]] double height(const ChartData& data, bool eyebrow) const {
    const Body body = body_of(data, eyebrow);
    return (body.bottom - body.top - head * data.text_scale) / static_cast<double>(count);
  }
  [[nodiscard]] bool fits(const ChartData& data, bool eyebrow) const {
    return height(data, eyebrow) >= least * data.text_scale;
  }
};

/// In a low frame all letters are smaller, as far as that gives rows their least height.
inline ChartData with_room(ChartData data, const RowsNeed& rows) {
  constexpr double smallest = 0.6, step = 0.98;
  const double least = smallest * data.text_scale;
  while (data.text_scale > least && !rows.fits(data, false)) data.text_scale *= step;
  return data;
}

class Rows {
 public:
  /// From `top` to the body's foot, none higher than `most` at 1x.
  Rows(const Drawing& drawing, double top, std::size_t count, double most)
      : top_(top), pitch_(std::min((drawing.body().bottom - top) / static_cast<double>(count), drawing.scaled(most))) {}

  [[nodiscard]] double pitch() const { return pitch_; }
  [[nodiscard]] double top(std::size_t row) const { return top_ + static_cast<double>(row) * pitch_; }
  [[nodiscard]] double middle(std::size_t row) const { return top(row) + pitch_ / 2; }

 private:
  double top_, pitch_;
};

class Columns {
 public:
  /// `names` of the body's width for the rows' names; `gap` at 1x before each column.
  Columns(const Drawing& drawing, double names, double gap, std::size_t count) : gap_(drawing.scaled(gap)) {
    const double wide = drawing.body().right - drawing.body().left;
    names_ = names * wide;
    wide_ = (wide - names_) / static_cast<double>(count) - gap_;
    first_ = drawing.body().left + names_ + gap_;
  }

  [[nodiscard]] double names() const { return names_; }
  [[nodiscard]] double wide() const { return wide_; }
  [[nodiscard]] double left(std::size_t column) const { return first_ + static_cast<double>(column) * (wide_ + gap_); }

 private:
  double gap_, names_ = 0, wide_ = 0, first_ = 0;
};

}  // namespace charts
