// Bins of equal width on both sides of 0: within a quarter of an ulp, half, one, two, four, ...
#include "charts/bars/errors.hpp"

#include "base/units.hpp"
#include "base/words.hpp"
#include "charts/frame/bar_look.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/reading.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"
#include "figure/text_metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

constexpr Stage truth = Stage::truth;

/// One output of one plan as one measurement has it.
struct ErrorRow {
  std::size_t plan = 0;
  const record::Measurement* measurement = nullptr;
  const record::Errors* errors = nullptr;
};

std::vector<ErrorRow> rows_of(const ChartData& data) {
  std::vector<ErrorRow> rows;
  for (const record::Measurement& measurement : data.measurements) {
    for (std::size_t plan = 0; plan < data.plans.size(); ++plan) {
      const record::PlanMeasurement* found = plan_of(measurement, data.plans[plan].name);
      if (found == nullptr) continue;
      for (const record::Errors& errors : found->errors) rows.push_back({plan, &measurement, &errors});
    }
  }
  // The plans of an output one above the other; outputs in the chain's order.
  const auto place = [&](const ErrorRow& row) {
    return std::pair(row.measurement - data.measurements.data(), data.chain->find(row.errors->output));
  };
  std::ranges::stable_sort(rows, {}, place);
  return rows;
}

/// Steps from 0 to the farthest bin that any row fills; a few at the least, so that little errors look little.
int steps_shown(const std::vector<ErrorRow>& rows) {
  constexpr int least = 4;
  int steps = least;
  for (const ErrorRow& row : rows) {
    const auto& bins = row.errors->histogram;
    for (int bin = 0; bin < std::ssize(bins); ++bin) {
      const int far =
          bin < record::error_bins_a_side ? record::error_bins_a_side - bin : bin - record::error_bins_a_side + 1;
      if (bins[static_cast<std::size_t>(bin)] > 0) steps = std::max(steps, far);
    }
  }
  return steps;
}

/// Bins from 0, signed: the first bin is of equal steps, each one after it of equal factors.
double bins_from_zero(double ulps) {
  const double quarters = std::abs(ulps) / record::error_bin_end(0);
  const double bins = quarters <= 1 ? quarters : 1 + std::log2(quarters);
  return std::copysign(bins, ulps);
}

std::string ulps_words(double ulps) {
  constexpr double many = 1000,
                   past_reading = 1e7;  // so far off, only how many digits matters, and their power is shown
  if (std::isfinite(ulps) && std::abs(ulps) >= past_reading)
    return fmt::format("{}2^{}", ulps < 0 ? "−" : "", static_cast<int>(std::ceil(std::log2(std::abs(ulps)))));
  return std::abs(ulps) >= many ? base::group_digits(std::llround(ulps)) : base::show_number(ulps, 2);
}

/// "1/4", "1/2", "1", ..., "1024", "2^14".
std::string end_words(int steps) {
  if (steps == 0) return "¼";
  if (steps == 1) return "½";
  constexpr int longest_plain = 10;
  const int power = steps - 2;
  return power <= longest_plain ? fmt::format("{}", 1 << power) : fmt::format("2^{}", power);
}

std::string why_none(const ChartData& data) {
  if (data.measurements.empty()) return std::string(base::text("chart.errors.not_run"));
  const auto recorded = [](const record::Measurement& one) { return one.source == record::Source::recorded; };
  if (std::ranges::any_of(data.measurements, recorded)) return std::string(base::text("chart.errors.not_recorded"));
  return std::string(base::text(data.chain->has_product() ? "chart.errors.of_products" : "chart.errors.not_measured"));
}

/// Of these rows, a plan's or an output's, all that overflowed and the largest distance; -1 where there are none.
struct Farthest {
  double worst = -1;
  std::int64_t overflowed = 0, count = 0;
};

template <class Condition>
Farthest farthest(const std::vector<ErrorRow>& rows, Condition&& counts) {
  Farthest found;
  for (const ErrorRow& row : rows) {
    if (row.measurement != rows.front().measurement || !counts(row)) continue;
    found.worst = std::max(found.worst, row.errors->worst);
    found.overflowed += row.errors->not_finite;
    found.count += row.errors->count;
  }
  return found;
}

/// Where all plans are as far: the outputs beside each other, if there are two that differ.
std::string finding_of_outputs(const std::vector<ErrorRow>& rows, const std::string& same) {
  const ErrorRow *far = &rows.front(), *near = far;
  for (const ErrorRow& row : rows) {
    if (row.errors->worst > far->errors->worst) far = &row;
    if (row.errors->worst < near->errors->worst) near = &row;
  }
  if (far->errors->output == near->errors->output) return same;
  return base::say("chart.errors.finding.outputs", {{"far", far->errors->output},
                                                    {"first", ulps_words(far->errors->worst)},
                                                    {"near", near->errors->output},
                                                    {"second", ulps_words(near->errors->worst)}});
}

/// Of the first measurement that has any: what overflowed, else how far the first two plans are.
std::string finding(const ChartData& data, const std::vector<ErrorRow>& rows) {
  if (rows.empty()) return why_none(data);
  const Farthest all = farthest(rows, [](const ErrorRow&) { return true; });
  if (all.overflowed > 0) {
    return base::say("chart.errors.finding.overflowed",
                     {{"count", base::group_digits(all.overflowed)}, {"all", base::group_digits(all.count)}});
  }
  const double first = farthest(rows, [](const ErrorRow& row) { return row.plan == 0; }).worst;
  const double second = farthest(rows, [](const ErrorRow& row) { return row.plan == 1; }).worst;
  const auto words = [&](std::string_view key) {
    return base::say(key, {{"plan", plan_words(data.plans[rows.front().plan].name)},
                           {"first", ulps_words(first)},
                           {"second", ulps_words(second)},
                           {"alone", ulps_words(all.worst)}});
  };
  if (first < 0 || second < 0) return words("chart.errors.finding.alone");
  if (ulps_words(first) == ulps_words(second)) return finding_of_outputs(rows, words("chart.errors.finding.same"));
  return words(second < first ? "chart.errors.finding.nearer" : "chart.errors.finding.farther");
}

class ErrorBars {
 public:
  explicit ErrorBars(const ChartData& data)
      : data_(data), rows_(rows_of(data)), steps_(steps_shown(rows_)), drawing_(data, "errors", body_of(data, true)) {}

  figure::Figure draw() {
    drawing_.head({std::string(base::text("chart.errors.question")), {}, finding(data_, rows_)}, true);
    place();
    draw_axis();
    for (std::size_t i = 0; i < shown_; ++i) draw_row(rows_[i], bottom_of(i));
    if (rows_.empty()) say_none();
    drawing_.draw_grid();
    drawing_.foot(draw_legend());
    tell();
    return std::move(drawing_.figure);
  }

 private:
  void place() {
    const Body& body = drawing_.body();
    left_ = body.left + drawing_.scaled(130);
    right_ = body.right - drawing_.scaled(190);
    top_ = body.top + drawing_.scaled(8);
    bottom_ = body.bottom - drawing_.scaled(44) - drawing_.scaled(18) * static_cast<double>(axis_lines().size() - 1);
    shown_ = rows_.size();
    while (shown_ > 1 && height() < drawing_.scaled(54)) --shown_;
    if (shown_ > 1 || rows_.size() < 2 || rows_[0].errors->output != rows_[1].errors->output) return;
    // One plan alone compares nothing: two of an output stay, with the worst of their numbers.
    shown_ = 2;
    low_ = height() >= drawing_.scaled(24);
    if (!low_) shown_ = 1;
  }

  [[nodiscard]] double height() const {
    return (bottom_ - top_) / static_cast<double>(std::max<std::size_t>(1, shown_));
  }
  [[nodiscard]] double bottom_of(std::size_t row) const { return top_ + static_cast<double>(row + 1) * height(); }
  [[nodiscard]] double bin_width() const { return (right_ - left_) / (2.0 * steps_); }
  [[nodiscard]] double zero() const { return (left_ + right_) / 2; }
  [[nodiscard]] double place_of(double ulps) const {
    return std::clamp(zero() + bins_from_zero(ulps) * bin_width(), left_, right_);
  }

  [[nodiscard]] std::vector<std::string> axis_lines() const {
    return figure::wrap(base::text("chart.errors.axis"), type::small.face, drawing_.scaled(type::small.size),
                        drawing_.body().wide());
  }

  void draw_axis() {
    const Seen seen = since(truth);
    const double y = bottom_ + drawing_.scaled(16);
    drawing_.grid_line({zero(), top_}, {zero(), bottom_}, {hairline, 1, 0}, seen);
    drawing_.text({zero(), y}, "0", type::tick, seen);
    const double room = drawing_.width_of("-2^24", type::tick) + drawing_.scaled(6);
    const int every = std::max(1, static_cast<int>(std::ceil(room / bin_width())));
    for (int steps = 0; steps + 1 <= steps_ && steps + 1 < record::error_bins_a_side; ++steps) {
      for (const double sign : {-1.0, 1.0}) {
        const double x = place_of(sign * record::error_bin_end(steps));
        drawing_.grid_line({x, top_}, {x, bottom_}, {faint, 1, 0}, seen);
        if ((steps + 1) % every == 0) drawing_.text({x, y}, (sign < 0 ? "−" : "") + end_words(steps), type::tick, seen);
      }
    }
    const Body& body = drawing_.body();
    double line = y;
    for (const std::string& words : axis_lines())
      drawing_.text({(body.left + body.right) / 2, line += drawing_.scaled(18)}, words, type::small_middle, seen);
  }

  void draw_row(const ErrorRow& row, double bottom) {
    const record::Errors& errors = *row.errors;
    const double high = height() - drawing_.scaled(18);
    drawing_.separator(bottom);
    name(row, bottom - high / 2);
    const auto& bins = errors.histogram;
    const auto most = static_cast<double>(std::max<std::int64_t>(1, *std::ranges::max_element(bins)));
    const std::string id = as_id(data_.plans[row.plan].name) + "." + as_id(errors.output);
    for (int bin = record::error_bins_a_side - steps_; bin < record::error_bins_a_side + steps_; ++bin) {
      const auto count = static_cast<double>(bins[static_cast<std::size_t>(bin)]);
      if (count == 0) continue;
      const double x = zero() + (bin - record::error_bins_a_side) * bin_width();
      const double bar = std::max(1.5, high * count / most);
      figure::Rect rect = bar_of({row.measurement->source, role_of(row.plan)}, {x + drawing_.scaled(1), bottom - bar},
                                 bin_width() - drawing_.scaled(2), bar);
      drawing_.rect(rect, since(truth, fmt::format("bin.{}.{}", id, bin)));
    }
    mark(errors, bottom, high);
    say(errors, bottom - high / 2);
  }

  /// The mean as a line, the worst as two small triangles that stand where no bar goes on.
  void mark(const record::Errors& errors, double bottom, double high) {
    if (errors.finite() == 0) return;
    const double bias = place_of(errors.bias);
    drawing_.line({{bias, bottom}, {bias, bottom - high - drawing_.scaled(8)}}, {ink, 2, 4}, since(truth));
    for (const double side : {-1.0, 1.0}) {
      const auto& bins = errors.histogram;
      const int bin = record::error_bin(side * errors.worst);
      if (bins[static_cast<std::size_t>(bin)] == 0) continue;
      const double x = place_of(side * errors.worst);
      drawing_.arrow_head({x, bottom - drawing_.scaled(2)}, 0, 1, drawing_.scaled(9), {Role::bad, Shade::fill},
                          since(truth));
    }
  }

  void name(const ErrorRow& row, double middle) {
    const Body& body = drawing_.body();
    const double room = left_ - body.left - drawing_.scaled(8);
    const bool several = row.measurement != rows_.front().measurement || data_.measurements.size() > 1;
    drawing_.fit({body.left, middle + (low_ ? drawing_.scaled(5) : 0)}, plan_words(data_.plans[row.plan].name), room,
                 type::heading.in(role_of(row.plan)));
    if (low_) return;
    const std::string below = several ? source_words(row.measurement->source) + ", " + row.errors->output
                                      : row.errors->output + ", " + row.errors->dtype;
    drawing_.fit({body.left, middle + drawing_.scaled(17)}, below, room, type::small, since(truth));
  }

  void say(const record::Errors& errors, double middle) {
    const double x = right_ + drawing_.scaled(12), room = drawing_.body().right - x;
    const auto line = [&](double at, std::string_view key, const std::string& number) {
      drawing_.fit({x, middle + drawing_.scaled(at)}, base::say(key, {{"ulps", number}}), room, type::value,
                   since(truth));
    };
    if (low_ && errors.not_finite == 0) return line(5, "chart.errors.worst", ulps_words(errors.worst));
    if (errors.finite() > 0 && !low_) {
      line(-14, "chart.errors.worst", ulps_words(errors.worst));
      line(3, "chart.errors.rms", ulps_words(errors.rms));
      line(20, "chart.errors.bias", ulps_words(errors.bias));
    }
    if (errors.not_finite == 0) return;
    drawing_.fit({x, middle + drawing_.scaled(low_ ? 5 : 37)},
                 base::say("chart.errors.not_finite", {{"count", base::group_digits(errors.not_finite)},
                                                       {"all", base::group_digits(errors.count)}}),
                 room, type::small.in(Role::bad), since(truth));
  }

  void say_none() {
    drawing_.text({zero(), (top_ + bottom_) / 2}, why_none(data_), type::plain.anchored(Anchor::middle), since(truth));
  }

  double draw_legend() {
    if (rows_.empty()) return 0;
    const std::string_view words = base::text("chart.errors.legend");
    const std::string shown = drawing_.fitted(words, type::small, 0.7 * drawing_.body().wide());
    drawing_.text({drawing_.body().left, drawing_.foot_line()}, shown, type::small, since(truth, "legend"));
    return drawing_.width_of(shown, type::small);
  }

  void tell() {
    figure::Figure& figure = drawing_.figure;
    figure.scene = scene(data_, "errors", {});
    figure.question_description = base::say("chart.errors.description", {{"chain", one_line(*data_.chain)}});
    figure.description = figure.question_description;
    figure.table.columns = {{"plan", ""},           {"output", ""},    {"dtype", ""},  {"source", ""},
                            {"elements", ""},       {"worst", "ulp"},  {"rms", "ulp"}, {"bias", "ulp"},
                            {"worst_relative", ""}, {"not_finite", ""}};
    for (const ErrorRow& row : rows_) {
      const record::Errors& e = *row.errors;
      figure.table.rows.push_back(
          {{data_.plans[row.plan].name, e.output, e.dtype, source_words(*row.measurement), std::to_string(e.count),
            fmt::format("{:.6g}", e.worst), fmt::format("{:.6g}", e.rms), fmt::format("{:.6g}", e.bias),
            fmt::format("{:.6g}", e.worst_relative), std::to_string(e.not_finite)},
           truth});
    }
    if (rows_.empty()) figure.description += " " + why_none(data_);
  }

  const ChartData& data_;
  const std::vector<ErrorRow> rows_;
  const int steps_;
  std::size_t shown_ = 0;
  bool low_ = false;  ///< rows have room for a line of words
  double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;
  Drawing drawing_;
};

}  // namespace

figure::Figure errors(const ChartData& data) {
  return ErrorBars(data).draw();
}

}  // namespace charts
