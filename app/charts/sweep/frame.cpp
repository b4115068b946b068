// The frame and its axes.
#include "charts/sweep/frame.hpp"

#include "base/units.hpp"
#include "charts/frame/bar_frame.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"
#include "charts/sweep/words.hpp"
#include "figure/text_metrics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace charts {
namespace {

/// A low one is drawn in all the same: no line of words more than it needs.
bool is_low_sketch(const SweepData& data) {
  return data.sketch && !names_chain(data.sheet);
}

/// For bands above it and the name of what they are over; a sketch has no bands.
double plot_top(const SweepData& data) {
  return is_low_sketch(data) ? 26 : 46;
}

/// For ticks and the axis' name below it.
double plot_bottom(const SweepData& data) {
  return shares_foot(data) ? 16 : 44;
}
constexpr double with_product = 4, infinity = std::numeric_limits<double>::infinity();
constexpr double inset = 14;  // of the first and last place from the frame's sides

/// Room for the lines' names at the right.
double names_width(const SweepData& data, SweepHeight y, const std::vector<Series>& all, const Body& body) {
  const double scale = data.sheet.text_scale;
  double widest = 0;
  const auto widen = [&](const std::string& words) {
    widest = std::max(widest, figure::text_width(words, type::plain.face, type::plain.size * scale));
  };
  for (const Series& one : all) widen(series_words(data, one, y));
  // Room for the guess before there is one: the frame stays.
  if (data.sketch) widen(source_words(Source::guess));
  return std::min(widest + 24 * scale, 0.36 * body.wide());
}

/// From `least` to `most`, further where a value lies beyond.
std::pair<double, double> reach(const std::vector<Series>& all, double least, double most) {
  for (const Series& one : all) {
    for (const auto& value : one.values) {
      if (!value) continue;
      least = std::min(least, *value);
      most = std::max(most, *value);
    }
  }
  return {least, most};
}

/// Powers of two: from half to twice as much as the range grows itself, further only where something does; its numbers
/// at least `apart`.
figure::Axis doublings(const std::vector<Series>& all, double range, double bottom, double top, double apart) {
  const auto [least, most] = reach(all, 1, range);
  const int low = static_cast<int>(std::floor(std::log2(least))) - 1,
            high = static_cast<int>(std::ceil(std::log2(most)));
  figure::Axis axis{std::exp2(low), std::exp2(high), true, bottom, top, {}};
  const int roomy = static_cast<int>(std::ceil(apart * (high - low) / (bottom - top)));
  const int stride = std::max((high - low) / 8 + 1, roomy);
  for (int i = low; i <= high; ++i) {
    if (i % stride != 0) continue;
    const double value = std::exp2(i);
    axis.ticks.push_back({value, i < -1 ? base::show_number(value, 2) : base::exact_number(value)});
  }
  return axis;
}

/// At most five, and no closer than their labels are high.
int ticks_in(double height) {
  constexpr double apart = 18;
  constexpr int most = 5;
  return std::clamp(static_cast<int>(height / apart), 1, most);
}

/// The end of the last point's time axis, as its bars have it.
double longest(const SweepData& data) {
  ChartData last = data.sheet;
  last.chain = data.points.back().chain;
  last.plans = data.points.back().plans;
  return extents(last).time.value_or(0);
}

figure::Axis heights(const SweepData& data, SweepHeight y, const std::vector<Series>& all, double bottom, double top) {
  const auto &first = data.points.front(), &last = data.points.back();
  const double apart = 15 * data.sheet.text_scale;
  switch (y) {
    case SweepHeight::speedup:
      // As many kernels less is the most that launches alone can give: a frame that tells nothing. Beside a product's
      // arithmetic all else is small.
      return figure::linear_axis(reach(all, 0,
                                       std::min(static_cast<double>(last.chain->ops().size()) + 1,
                                                last.chain->has_product() ? with_product : infinity))
                                     .second,
                                 bottom, top, ticks_in((bottom - top) / data.sheet.text_scale));
    case SweepHeight::growth:
      return doublings(all, static_cast<double>(last.at) / static_cast<double>(first.at), bottom, top, apart);
    case SweepHeight::error:
      return doublings(all, 1, bottom, top, apart);
    case SweepHeight::time:
      break;
  }
  const auto [least, most] = reach(all, 1e-6, data.sketch ? std::max(1e-3, longest(data)) : 1e-3);
  return figure::decade_axis(least, most, bottom, top, "s", apart);
}

}  // namespace

SweepFrame::SweepFrame(const SweepData& data, SweepHeight y) : data_(data) {
  const std::vector<Series> all = series_of(data, y);
  const double scale = data.sheet.text_scale;
  const Body body = sweep_body(data.sheet);
  left_ = body.left + 58 * scale;
  right_ = body.right - names_width(data, y, all, body);
  top_ = body.top + plot_top(data) * scale;
  bottom_ = body.bottom - plot_bottom(data) * scale;
  const auto first = static_cast<double>(data.points.front().at), last = static_cast<double>(data.points.back().at);
  across_ = {first, std::max(last, first + 1), true, left_ + inset * scale, right_ - inset * scale, {}};
  // What may scale the axis: of a sketch nothing that is told later.
  axis_ = heights(data, y, data.sketch ? std::vector<Series>{} : all, bottom_, top_);
}

Point SweepFrame::place(std::size_t point, double height) const {
  const double y = axis_.place(height);
  return {across(point), data_.sketch ? std::clamp(y, top_, bottom_) : y};
}

double SweepFrame::side(std::size_t before, std::size_t after) const {
  if (after == 0) return left_;
  if (after == data_.points.size()) return right_;
  return (across(before) + across(after)) / 2;
}

std::size_t SweepFrame::nearest(double x) const {
  std::size_t best = 0;
  for (std::size_t i = 0; i < data_.points.size(); ++i) {
    if (std::abs(across(i) - x) < std::abs(across(best) - x)) best = i;
  }
  return best;
}

bool names_chain(const ChartData& sheet) {
  constexpr double low = 300;
  return !sheet.no_title && sheet.height >= low * sheet.text_scale;
}

Body sweep_body(const ChartData& sheet) {
  Body body = body_of(sheet, names_chain(sheet));
  if (!sheet.no_title) return body;
  // The words above it and the letters below have air of their own.
  constexpr double above = 4, below = 34;
  body.top = above * sheet.text_scale;
  body.bottom = sheet.height - below * sheet.text_scale;
  return body;
}

double plot_height(const SweepData& data) {
  const Body body = sweep_body(data.sheet);
  return body.bottom - body.top - (plot_top(data) + plot_bottom(data)) * data.sheet.text_scale;
}

bool shares_foot(const SweepData& data) {
  return data.sheet.no_title || is_low_sketch(data);
}

}  // namespace charts
