// The sheet a chart is drawn on: margins, type sizes, title, provenance line; and marks with their stage.
#pragma once

#include "charts/frame/chart_data.hpp"
#include "charts/frame/grid.hpp"
#include "figure/figure.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace charts {

/// When a mark is seen, and its id.
struct Seen {
  figure::Stage from = figure::Stage::question;
  figure::Stage until = figure::Stage::truth;
  std::string id;
};

/// The one colour of a plan, by its place: unfused, fused, any other.
[[nodiscard]] figure::Role role_of(std::size_t plan);

/// How a text is set. Sizes are of the one scale (12, 14, 16, 20, 28, 40) at 1x.
struct Style {
  double size = 12;
  figure::Face face = figure::Face::words;
  figure::Paint paint{figure::Role::ink, figure::Shade::text};
  figure::Anchor anchor = figure::Anchor::start;
};

inline constexpr figure::Paint ink{figure::Role::ink, figure::Shade::text};
inline constexpr figure::Paint quiet{figure::Role::quiet_ink, figure::Shade::text};
inline constexpr figure::Paint hairline{figure::Role::hairline, figure::Shade::fill};
inline constexpr figure::Paint panel_paint{figure::Role::panel, figure::Shade::fill};

/// What the title says by stage; an empty one means the one before it goes on.
struct Titles {
  std::string question, model, truth;
};

/// Where the body of a chart lies: below the title, above the provenance line.
struct Body {
  double left = 0, right = 0, top = 0, bottom = 0;
};
/// The room for the title is the same whatever it will say; `eyebrow`: a line above it for the chain.
[[nodiscard]] Body body_of(const ChartData& data, bool eyebrow);

class Page {
 public:
  Page(const ChartData& data, std::string_view id, const Body& body) : data_(data), body_(body) {
    figure.id = id;
    figure.width = data.width;
    figure.height = data.height;
  }

  void text(figure::Point at, std::string text, const Style& style, const Seen& seen = {});
  void line(std::vector<figure::Point> points, const figure::Stroke& stroke, const Seen& seen = {});
  /// Lies under everything from the first one on, once `draw_grid` is told that all words stand.
  void grid_line(figure::Point begin, figure::Point end, const figure::Stroke& stroke, const Seen& seen = {});
  void draw_grid() { lay_grid(figure, grid_place_, grid_); }
  void rect(figure::Rect rect, const Seen& seen = {});
  void circle(figure::Circle circle, const Seen& seen = {});
  void polygon(figure::Polygon polygon, const Seen& seen = {});
  /// A filled triangle whose tip is at `tip`, looking along (dx, dy).
  void arrow_head(figure::Point tip, double dx, double dy, double size, figure::Paint paint, const Seen& seen = {});

  /// Eyebrow and titles by stage, as marks and as the figure's own title and question. A long title is set smaller,
  /// then on two lines, in the same room.
  void head(const Titles& titles, bool eyebrow);
  /// The provenance line bottom right by stage (on two lines where several measurements need them), and the facts;
  /// `left_used` units at the left belong to a legend.
  void foot(double left_used = 0);

  /// Sizes, strokes and dashes below are given at 1x and grow with the type.
  [[nodiscard]] figure::Stroke scaled(figure::Stroke stroke) const;
  [[nodiscard]] double scaled(double size) const { return size * data_.text_scale; }
  [[nodiscard]] double width_of(std::string_view text, const Style& style) const;
  [[nodiscard]] std::string fitted(std::string_view text, const Style& style, double width) const;
  /// A name that is too long loses its middle: made-up names differ at their end.
  [[nodiscard]] std::string fitted_name(std::string_view name, const Style& style, double width) const;
  [[nodiscard]] const Body& body() const { return body_; }

  figure::Figure figure;

 private:
  void add(figure::Mark mark, const Seen& seen);
  void title(const std::string& words, double top, const Seen& seen);
  const ChartData& data_;
  Body body_;
  std::vector<GridLine> grid_;
  std::size_t grid_place_ = 0;
};

/// The stage before; `question` has none before it and stays.
[[nodiscard]] figure::Stage before(figure::Stage stage);
/// Fit to be an id in SVG: letters, digits, '.', '-' and '_' only.
[[nodiscard]] std::string as_id(std::string_view text);

}  // namespace charts
