// Rows of dots; the words beside them are in cloud_words.
#include "charts/bars/class_cloud.hpp"

#include "base/words.hpp"
#include "charts/bars/cloud_words.hpp"
#include "charts/bars/swarm.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/type.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace charts {
namespace {

constexpr int most_octaves = 4;                   // farther off is beyond the axis
constexpr double least_row = 46, most_row = 200;  // at 1x
constexpr double heading_height = 20, axis_height = 24, label_height = 18;
constexpr double least_pitch = 3.5, most_pitch = 13;

/// How many doublings a guess lies from the truth; infinite where none lead there.
double octaves(const CloudRow& row, double value) {
  if (value == *row.truth) return 0;
  if (value <= 0 || *row.truth <= 0) {
    return value < *row.truth ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  }
  return std::log2(value / *row.truth);
}

bool is_drawn(const CloudRow& row) {
  return row.truth.has_value();
}

class ClassCloud {
 public:
  ClassCloud(ChartData sheet, const Cloud& cloud) : sheet_(std::move(sheet)), cloud_(cloud) {
    for (const CloudRow& row : cloud.rows) {
      if (is_drawn(row)) (row.letters ? letters_ : numbers_).push_back(&row);
    }
    span();
  }

  figure::Figure draw() {
    const Body body = room();
    Drawing drawing(sheet_, "cloud", body);
    drawing_ = &drawing;
    drawing.head({cloud_finding(cloud_), {}, {}}, false);
    place_columns();
    double y = body.top;
    if (!numbers_.empty()) {
      draw_heading(y);
      y += drawing.scaled(heading_height);
    }
    measure_dots();
    for (const CloudRow* row : numbers_) draw_row(*row, y);
    if (!numbers_.empty()) draw_axis(y);
    for (const CloudRow* row : letters_) draw_row(*row, y);
    drawing.draw_grid();
    drawing.foot(draw_legend());
    drawing.figure.table = cloud_table(cloud_);
    drawing.figure.description = cloud_description(cloud_);
    drawing.figure.provenance.insert(drawing.figure.provenance.begin(),
                                     {{"lesson", cloud_.lesson}, {"students", std::to_string(cloud_.students)}});
    return std::move(drawing.figure);
  }

 private:
  /// How far the axis goes, and whether anything lies beyond.
  void span() {
    double most = 1;
    for (const CloudRow* row : numbers_) {
      for (const CloudAnswer& answer : row->answers) {
        const double off = std::abs(octaves(*row, answer.value));
        if (off <= most_octaves) most = std::max(most, off);
        beyond_ = beyond_ || off > most_octaves;
      }
    }
    octaves_ = static_cast<int>(std::ceil(most - 1e-9));
  }

  /// The body; the sheet grows where rows would be too low to read.
  Body room() {
    const double scale = sheet_.text_scale;
    const double others = numbers_.empty() ? 0 : (heading_height + axis_height) * scale;
    const double rows = std::max<double>(1, static_cast<double>(numbers_.size() + letters_.size()));
    Body body = body_of(sheet_, false);
    const double missing = rows * least_row * scale + others - (body.bottom - body.top);
    if (missing > 0) {
      sheet_.height += std::ceil(missing);
      body = body_of(sheet_, false);
    }
    row_ = std::min((body.bottom - body.top - others) / rows, most_row * scale);
    return body;
  }

  void place_columns() {
    const Body& body = drawing_->body();
    const double wide = body.wide(), gap = drawing_->scaled(16);
    left_ = body.left + 0.25 * wide;
    right_ = body.right - 0.29 * wide;
    names_ = left_ - gap - body.left;
    verdicts_ = right_ + gap;
  }

  [[nodiscard]] double middle() const { return (left_ + right_) / 2; }
  [[nodiscard]] double octave() const {
    return ((right_ - left_) / 2 - drawing_->scaled(28)) / (octaves_ + (beyond_ ? 0.7 : 0));
  }
  [[nodiscard]] double place(const CloudRow& row, double value) const {
    if (row.letters) {
      const auto count = static_cast<double>(row.answers.size());
      return left_ + (value + 0.5) / count * (right_ - left_);
    }
    const double off = octaves(row, value), edge = octaves_ + 0.7;
    return middle() + (std::abs(off) <= most_octaves ? off : off < 0 ? -edge : edge) * octave();
  }
  [[nodiscard]] double cloud_height() const { return row_ - drawing_->scaled(label_height + 6); }

  /// The nearest to the truth first: they stand where they belong, and the others make room.
  [[nodiscard]] std::vector<double> places(const CloudRow& row) const {
    std::vector<const CloudAnswer*> order;
    for (const CloudAnswer& answer : row.answers) order.push_back(&answer);
    const double truth = place(row, *row.truth);
    std::ranges::stable_sort(order, {}, [&](const CloudAnswer* a) { return std::abs(place(row, a->value) - truth); });
    std::vector<double> out;
    for (const CloudAnswer* answer : order) {
      out.insert(out.end(), static_cast<std::size_t>(answer->students), place(row, answer->value));
    }
    return out;
  }

  void measure_dots() {
    std::vector<std::vector<double>> rows;
    for (const auto* list : {&numbers_, &letters_}) {
      for (const CloudRow* row : *list) rows.push_back(places(*row));
    }
    pitch_ = pitch_for(rows, cloud_height(), drawing_->scaled(most_pitch), drawing_->scaled(least_pitch),
                       drawing_->scaled(30));
  }

  void draw_heading(double top) {
    const double y = top + drawing_->scaled(12);
    const double side =
        (right_ - left_) / 2 - drawing_->width_of(base::text("chart.cloud.truth"), type::small_middle) / 2;
    drawing_->text({middle(), y}, base::text("chart.cloud.truth"), type::small_middle);
    drawing_->fit({left_, y}, base::text("chart.cloud.less"), side, type::small);
    drawing_->fit({right_, y}, base::text("chart.cloud.more"), side, type::small_end);
  }

  void draw_axis(double& y) {
    const double top = drawing_->body().top + drawing_->scaled(heading_height);
    const double baseline = y + drawing_->scaled(14);
    drawing_->fit({drawing_->body().left, baseline}, base::text("chart.cloud.axis"), names_, type::small);
    double free_from = 0;
    for (int k = -octaves_; k <= octaves_; ++k) {
      const double x = middle() + k * octave();
      if (k != 0) drawing_->grid_line({x, top}, {x, y}, {faint, 1, 0});
      const std::string label = k < 0 ? fmt::format("1/{}", 1 << -k) : fmt::format("{}", 1 << k);
      const double half = drawing_->width_of(label, type::tick) / 2;
      if (x - half < free_from) continue;
      drawing_->text({x, baseline}, label, type::tick);
      free_from = x + half + drawing_->scaled(4);
    }
    y += drawing_->scaled(axis_height);
  }

  void draw_row(const CloudRow& row, double& y) {
    const Body& body = drawing_->body();
    drawing_->separator(y);
    const double centre = y + row_ / 2;
    drawing_->fit({body.left, centre - drawing_->scaled(3)}, row.name, names_, type::heading);
    drawing_->fit({body.left, centre + drawing_->scaled(13)}, truth_words(row), names_, type::small);
    draw_dots(row, y);
    const double wide = body.right - verdicts_;
    drawing_->fit({verdicts_, centre - drawing_->scaled(3)}, verdict_words(row), wide, type::plain);
    drawing_->fit({verdicts_, centre + drawing_->scaled(13)}, mistake_words(row), wide, type::small);
    y += row_;
  }

  void draw_dots(const CloudRow& row, double top) {
    const double truth = place(row, *row.truth), above = top + drawing_->scaled(3), height = cloud_height();
    const Swarm placed = swarm(places(row), above + height / 2, height, pitch_);
    for (std::size_t i = 0; i < placed.dots.size(); ++i) {
      drawing_->circle({placed.dots[i], 0.5 * pitch_ - drawing_->scaled(0.75), Paint{Role::page, Shade::fill},
                        Stroke{{Role::guess, Shade::fill}, 1.5, 0}},
                       {{}, {Stage::truth}, fmt::format("guess.{}.{}", as_id(row.task), i + 1)});
    }
    // Over the dots: most of them stand there.
    drawing_->line({{truth, top + drawing_->scaled(1)}, {truth, above + height}}, {{Role::model, Shade::text}, 2.5, 4},
                   {{}, {Stage::truth}, "truth." + as_id(row.task)});
    label_piles(row, above + height + drawing_->scaled(13));
  }

  /// What each pile said, the right one first, then the largest; where two names would touch, the later has none.
  void label_piles(const CloudRow& row, double baseline) {
    struct Pile {
      double x;
      bool right;
      int students;
      std::string words;
    };
    std::vector<Pile> piles;
    for (const CloudAnswer& answer : row.answers) {
      if (answer.students == 0 && !row.letters) continue;
      const std::string words =
          row.letters && answer.students > 0 ? fmt::format("{}: {}", answer.shown, answer.students) : answer.shown;
      const double x = place(row, answer.value);
      const bool outside = !row.letters && std::abs(octaves(row, answer.value)) > most_octaves;
      const auto same = std::ranges::find(piles, x, &Pile::x);
      if (outside && same != piles.end()) {  // all that is beyond an edge stands on one pile
        same->words += ", " + words;
        same->students += answer.students;
      } else {
        piles.push_back({x, answer.right, answer.students, words});
      }
    }
    std::ranges::stable_sort(piles, std::ranges::greater{},
                             [](const Pile& pile) { return std::pair(pile.right, pile.students); });
    std::vector<std::pair<double, double>> taken;
    for (const Pile& pile : piles) {
      const Style style = pile.students == 0 ? type::tick : type::guess_value_middle;
      const double room = 2 * std::min(pile.x - left_ + drawing_->scaled(8), right_ + drawing_->scaled(8) - pile.x);
      const std::string words = drawing_->fitted(pile.words, style, room);
      const double half = drawing_->width_of(words, style) / 2 + drawing_->scaled(3);
      const bool free = std::ranges::none_of(
          taken, [&](const auto& other) { return pile.x - half < other.second && pile.x + half > other.first; });
      if (!free || words.empty()) continue;
      taken.emplace_back(pile.x - half, pile.x + half);
      drawing_->text({pile.x, baseline}, words, style);
    }
  }

  /// What a dot is; returns the width it takes.
  double draw_legend() {
    const double y = drawing_->foot_line(), radius = drawing_->scaled(5), left = drawing_->body().left;
    drawing_->circle({{left + radius, y - drawing_->scaled(4)},
                      radius - drawing_->scaled(0.75),
                      Paint{Role::page, Shade::fill},
                      Stroke{{Role::guess, Shade::fill}, 1.5, 0}},
                     {{}, {Stage::truth}, "legend"});
    const std::string words = base::say("chart.cloud.legend", {{"students", students_words(cloud_.students)}});
    drawing_->text({left + 2 * radius + drawing_->scaled(8), y}, words, type::small);
    return 2 * radius + drawing_->scaled(8) + drawing_->width_of(words, type::small);
  }

  ChartData sheet_;
  const Cloud& cloud_;
  std::vector<const CloudRow*> numbers_, letters_;
  int octaves_ = 1;
  bool beyond_ = false;
  double row_ = 0, pitch_ = 0;
  double left_ = 0, right_ = 0, names_ = 0, verdicts_ = 0;
  Drawing* drawing_ = nullptr;
};

}  // namespace

figure::Figure class_cloud(ChartData sheet, const Cloud& cloud) {
  return ClassCloud(std::move(sheet), cloud).draw();
}

}  // namespace charts
