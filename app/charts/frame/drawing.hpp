// What a chart is drawn on: margins, type sizes, title, provenance line; and marks with their stage.
#pragma once

#include "charts/frame/chart_data.hpp"
#include "charts/frame/grid.hpp"
#include "figure/figure.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace charts {

/// When a mark is seen, and its id.
struct Seen {
  Stage from = Stage::question;
  Stage until = Stage::truth;
  std::string id;
};
/// From a stage to the end.
[[nodiscard]] inline Seen since(Stage from, std::string id = {}) {
  return {from, Stage::truth, std::move(id)};
}

/// The one colour of a plan, by its place: unfused, fused, any other.
[[nodiscard]] Role role_of(std::size_t plan);
/// Of what was guessed or modelled the teller's own; else the plan's.
[[nodiscard]] Role role_of(Source source, std::size_t plan);

/// How a text is set. Sizes are of the one scale (12, 14, 16, 20, 28, 40) at 1x.
struct Style {
  double size = 12;
  Face face = Face::words;
  Paint paint{Role::ink, Shade::text};
  Anchor anchor = Anchor::start;

  /// The same in another colour, beginning elsewhere, larger or smaller.
  [[nodiscard]] constexpr Style in(Paint other) const { return {size, face, other, anchor}; }
  [[nodiscard]] constexpr Style in(Role role) const { return in(Paint{role, Shade::text}); }
  [[nodiscard]] constexpr Style anchored(Anchor other) const { return {size, face, paint, other}; }
  [[nodiscard]] constexpr Style sized(double other) const { return {other, face, paint, anchor}; }
};

inline constexpr Paint ink{Role::ink, Shade::text};
inline constexpr Paint quiet{Role::quiet_ink, Shade::text};
inline constexpr Paint hairline{Role::hairline, Shade::fill};
inline constexpr Paint faint{Role::hairline, Shade::tint};
inline constexpr Paint panel_paint{Role::panel, Shade::fill};

/// What the title says by stage; an empty one means the one before it goes on.
struct Titles {
  std::string question, model, truth;
};

/// Where the body of a chart lies: below the title, above the provenance line.
struct Body {
  double left = 0, right = 0, top = 0, bottom = 0;
  [[nodiscard]] double wide() const { return right - left; }
};
/// The room for the title is the same whatever it will say; `eyebrow`: a line above it for the chain.
[[nodiscard]] Body body_of(const ChartData& data, bool eyebrow);

class Drawing {
 public:
  Drawing(const ChartData& data, std::string_view id, const Body& body) : data_(data), body_(body) {
    figure.id = id;
    figure.width = data.width;
    figure.height = data.height;
  }

  void text(Point at, std::string_view text, const Style& style, const Seen& seen = {});
  /// As much of it as fits.
  void fit(Point at, std::string_view text, double width, const Style& style, const Seen& seen = {}) {
    this->text(at, fitted(text, style, width), style, seen);
  }
  void line(std::vector<Point> points, const Stroke& stroke, const Seen& seen = {});
  /// Lies under everything from the first one on, once `draw_grid` is told that all words stand.
  void grid_line(Point begin, Point end, const Stroke& stroke, const Seen& seen = {});
  /// Across the body, as a grid line.
  void separator(double y) { grid_line({body_.left, y}, {body_.right, y}, {faint, 1, 0}); }
  void draw_grid() { lay_grid(figure, grid_place_, grid_); }
  /// From one place to another, with a short stroke of `half` to each side across both ends.
  void bracket(Point a, Point b, double half, const Stroke& stroke, const Seen& seen);
  void rect(figure::Rect rect, const Seen& seen = {});
  void circle(figure::Circle circle, const Seen& seen = {});
  void polygon(figure::Polygon polygon, const Seen& seen = {});
  /// A filled triangle whose tip is at `tip`, looking along (dx, dy).
  void arrow_head(Point tip, double dx, double dy, double size, Paint paint, const Seen& seen = {});

  /// An arrow from one place to another, `clear` of both; returns where it begins, and its tip.
  std::pair<Point, Point> arrow(Point from, Point to, double clear, const Stroke& stroke, const Seen& seen);

  /// Eyebrow and titles by stage, as marks and as the figure's own title and question. A long title is set smaller,
  /// then on two lines, in the same room.
  void head(const Titles& titles, bool eyebrow);
  /// The provenance line bottom right by stage (on two lines where several measurements need them), and the facts;
  /// `left_used` units at the left belong to a legend.
  void foot(double left_used = 0);

  /// Sizes, strokes and dashes below are given at 1x and grow with the type.
  [[nodiscard]] Stroke scaled(Stroke stroke) const;
  [[nodiscard]] double scaled(double size) const { return size * data_.text_scale; }
  /// The mark that `text` makes, to see what room it takes.
  [[nodiscard]] figure::Text typeset(Point at, std::string_view text, const Style& style) const;
  /// The baseline that centres figures and words on a row's middle.
  [[nodiscard]] double on_row(double middle, const Style& style) const;
  [[nodiscard]] double width_of(std::string_view text, const Style& style) const;
  [[nodiscard]] std::string fitted(std::string_view text, const Style& style, double width) const;
  /// A name that is too long loses its middle: made-up names differ at their end.
  [[nodiscard]] std::string fitted_name(std::string_view name, const Style& style, double width) const;
  /// Without its last clauses, then without what stands in brackets, where they do not fit: the figure's facts have
  /// all.
  [[nodiscard]] std::string clauses(std::string words, const Style& style, double width) const;
  /// The style, smaller as far as a text needs that to fit; not below what can be read.
  [[nodiscard]] Style shrunk(std::string_view text, const Style& style, double width) const;
  [[nodiscard]] const Body& body() const { return body_; }
  /// The baseline of what stands in the margin below the body.
  [[nodiscard]] double foot_line() const { return body_.bottom + scaled(22); }

  figure::Figure figure;

 private:
  /// Where all of a chain has no room above the title its inputs' shapes are left out one by one, and "..." is said
  /// of them.
  [[nodiscard]] std::string without_inputs(std::string chain) const;
  void add(figure::Mark mark, const Seen& seen);
  void title(const std::string& words, double top, const Seen& seen);
  const ChartData& data_;
  Body body_;
  std::vector<GridLine> grid_;
  std::size_t grid_place_ = 0;
};

/// Where the last part of it begins that may be left out; nothing where it is one clause.
[[nodiscard]] std::optional<std::size_t> last_clause(std::string_view words);

/// The stage before; `question` has none before it and stays.
[[nodiscard]] Stage before(Stage stage);
/// Fit to be an id in SVG: letters, digits, '.', '-' and '_' only.
[[nodiscard]] std::string as_id(std::string_view text);

}  // namespace charts
