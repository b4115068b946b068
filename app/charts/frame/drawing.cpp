// Margins, type, title and provenance line: what all charts share.
#include "charts/frame/drawing.hpp"

#include "base/text.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/frame/type.hpp"
#include "figure/text_metrics.hpp"
#include "figure/utf8.hpp"

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

constexpr double title_height = 40, eyebrow_height = 24;

/// Grows with the type as long as the sheet does.
double margin_of(const ChartData& data) {
  return std::min(32 * data.text_scale, data.width / 30);
}

}  // namespace

Role role_of(std::size_t plan) {
  return plan == 0 ? Role::unfused : plan == 1 ? Role::fused : Role::quiet_ink;
}

Role role_of(Source source, std::size_t plan) {
  if (source == Source::guess) return Role::guess;
  return source == Source::model ? Role::model : role_of(plan);
}

Body body_of(const ChartData& data, bool eyebrow) {
  const double scale = data.text_scale;
  const double margin = margin_of(data);
  const double head = (data.no_title ? 0 : title_height) + (eyebrow ? eyebrow_height : 0) + 12;
  return {margin, data.width - margin, margin * 0.75 + head * scale, data.height - margin * 0.75 - 24 * scale};
}

void Drawing::add(figure::Mark mark, const Seen& seen) {
  mark.id = seen.id;
  mark.from = seen.from;
  mark.until = seen.until;
  figure.marks.push_back(std::move(mark));
}

void Drawing::text(Point at, std::string_view text, const Style& style, const Seen& seen) {
  if (text.empty()) return;
  add({typeset(at, text, style), {}, {}, {}}, seen);
}

figure::Text Drawing::typeset(Point at, std::string_view text, const Style& style) const {
  return {at, std::string(text), scaled(style.size), style.face, style.paint, style.anchor, false};
}

Stroke Drawing::scaled(Stroke stroke) const {
  stroke.width = scaled(stroke.width);
  stroke.dash = scaled(stroke.dash);
  return stroke;
}

void Drawing::line(std::vector<Point> points, const Stroke& stroke, const Seen& seen) {
  add({figure::Polyline{std::move(points), scaled(stroke)}, {}, {}, {}}, seen);
}

void Drawing::grid_line(Point begin, Point end, const Stroke& stroke, const Seen& seen) {
  if (grid_.empty()) grid_place_ = figure.marks.size();
  grid_.push_back({begin, end, scaled(stroke), seen.from, seen.until});
}

void Drawing::bracket(Point a, Point b, double half, const Stroke& stroke, const Seen& seen) {
  const bool upright = a.x == b.x;
  const double x = upright ? half : 0, y = upright ? 0 : half;
  line({a, b}, stroke, seen);
  for (const Point& end : {a, b}) line({{end.x - x, end.y - y}, {end.x + x, end.y + y}}, stroke, seen);
}

void Drawing::rect(figure::Rect rect, const Seen& seen) {
  if (rect.stroke) rect.stroke = scaled(*rect.stroke);
  add({rect, {}, {}, {}}, seen);
}

void Drawing::circle(figure::Circle circle, const Seen& seen) {
  if (circle.stroke) circle.stroke = scaled(*circle.stroke);
  add({circle, {}, {}, {}}, seen);
}

void Drawing::polygon(figure::Polygon polygon, const Seen& seen) {
  if (polygon.stroke) polygon.stroke = scaled(*polygon.stroke);
  add({std::move(polygon), {}, {}, {}}, seen);
}

void Drawing::arrow_head(Point tip, double dx, double dy, double size, Paint paint, const Seen& seen) {
  const double length = std::hypot(dx, dy);
  if (length == 0) return;
  const double ux = dx / length, uy = dy / length, half = size * 0.45;
  polygon({{tip,
            {tip.x - ux * size - uy * half, tip.y - uy * size + ux * half},
            {tip.x - ux * size + uy * half, tip.y - uy * size - ux * half}},
           paint,
           std::nullopt},
          seen);
}

std::pair<Point, Point> Drawing::arrow(Point from, Point to, double clear, const Stroke& stroke, const Seen& seen) {
  const double length = std::hypot(to.x - from.x, to.y - from.y), head = scaled(8);
  const double ux = (to.x - from.x) / length, uy = (to.y - from.y) / length;
  const Point begin{from.x + ux * clear, from.y + uy * clear}, tip{to.x - ux * clear, to.y - uy * clear};
  line({begin, {tip.x - ux * head, tip.y - uy * head}}, stroke, seen);
  arrow_head(tip, ux, uy, head, stroke.paint, {seen.from, seen.until, {}});
  return {begin, tip};
}

void Drawing::title(const std::string& words, double top, const Seen& seen) {
  const double wide = body_.wide();
  for (const double size : {20.0, 16.0}) {
    const Style style = type::title.sized(size);
    if (width_of(words, style) > wide) continue;
    text({body_.left, top + scaled(24)}, words, style, seen);
    return;
  }
  const Style style = type::title.sized(14);
  const std::vector<std::string> lines = figure::wrap(words, style.face, scaled(style.size), wide);
  std::string rest;
  for (std::size_t i = 1; i < lines.size(); ++i) rest += (i > 1 ? " " : "") + lines[i];
  text({body_.left, top + scaled(14)}, lines[0], style, seen);
  fit({body_.left, top + scaled(32)}, rest, wide, style, seen);
}

std::string Drawing::without_inputs(std::string chain) const {
  std::string shown = chain;
  while (width_of(shown, type::eyebrow) > body_.wide() && chain.find(": ") < chain.find("; ")) {
    chain.erase(0, chain.find("; ") + 2);
    shown = "... " + chain;
  }
  return shown;
}

void Drawing::head(const Titles& titles, bool eyebrow) {
  double y = margin_of(data_) * 0.75;
  if (eyebrow) {
    const std::string chain = without_inputs(one_line(*data_.chain));
    const Style style = shrunk(chain, type::eyebrow, body_.wide());
    text({body_.left, y + scaled(12)}, fitted(chain, style, body_.wide()), style);
    y += scaled(eyebrow_height);
  }
  // A title of one's own takes the last finding's place; what comes before it stays a question.
  Titles shown = titles;
  if (!data_.title.empty()) {
    (!shown.truth.empty() ? shown.truth : !shown.model.empty() ? shown.model : shown.question) = data_.title;
  }
  const auto& [question, model, truth] = shown;
  figure.title = !truth.empty() ? truth : !model.empty() ? model : question;
  if (figure.title != question) figure.question = question;
  if (data_.no_title) return;

  const Stage model_end = truth.empty() ? Stage::truth : Stage::model;
  title(question, y, {Stage::question, model.empty() ? model_end : Stage::guess, {}});
  if (!model.empty()) title(model, y, {Stage::model, model_end, {}});
  if (!truth.empty()) title(truth, y, since(Stage::truth));
}

std::string Drawing::clauses(std::string words, const Style& style, double width) const {
  while (width_of(words, style) > width) {
    const std::size_t aside = words.find(" ("), closed = words.find(')', aside);
    if (const auto end = last_clause(words)) {
      words.resize(*end);
    } else if (closed != std::string::npos) {  // who says it, without how well it is known
      words.erase(aside, closed + 1 - aside);
    } else {
      return fitted(words, style, width);
    }
  }
  return words;
}

void Drawing::foot(double left_used) {
  const ProvenanceLine line = provenance_line(data_);
  const double y = foot_line();
  const double wide = body_.right - body_.left - (left_used > 0 ? left_used + scaled(16) : 0);
  const Stage last = line.truth.empty() ? Stage::truth : Stage::model;
  text({body_.right, y}, clauses(line.model, type::small_end, wide), type::small_end,
       {Stage::question, last, "provenance"});
  std::string first, second;
  for (const std::string& one : line.truth) {
    const std::string longer = first.empty() ? one : first + "; " + one;
    const bool fits = second.empty() && (first.empty() || width_of(longer, type::small_end) <= wide);
    if (fits) {
      first = longer;
    } else {
      second += (second.empty() ? "" : "; ") + one;
    }
  }
  // Two lines share the margin below.
  const double up = second.empty() ? 0 : scaled(6), down = scaled(15) - up;
  text({body_.right, y - up}, clauses(first, type::small_end, wide), type::small_end,
       since(Stage::truth, "provenance"));
  text({body_.right, y + down}, clauses(second, type::small_end, wide), type::small_end, since(Stage::truth));
  figure.provenance = provenance(data_);
}

double Drawing::on_row(double middle, const Style& style) const {
  return middle + figure::cap_height(style.face, scaled(style.size)) / 2;
}

double Drawing::width_of(std::string_view text, const Style& style) const {
  return figure::text_width(text, style.face, scaled(style.size));
}

std::string Drawing::fitted(std::string_view text, const Style& style, double width) const {
  return figure::fit(text, style.face, scaled(style.size), width);
}

Style Drawing::shrunk(std::string_view text, const Style& style, double width) const {
  constexpr double least = 9, clear = 0.99;  // a hair less: rounding must not cut it after all
  const double needed = width_of(text, style);
  return needed <= width ? style : style.sized(std::max(least, clear * style.size * width / needed));
}

std::string Drawing::fitted_name(std::string_view name, const Style& style, double width) const {
  if (width_of(name, style) <= width) return std::string(name);
  const std::u32string letters = figure::decode_utf8(name);
  for (std::size_t kept = letters.size() - 1; kept >= 2; --kept) {
    const std::size_t front = (kept + 1) / 2;
    std::string shown;
    for (std::size_t i = 0; i < letters.size(); ++i) {
      if (i == front) shown += "\u2026";
      if (i < front || i >= letters.size() - (kept - front)) shown += figure::encode_utf8(letters[i]);
    }
    if (width_of(shown, style) <= width) return shown;
  }
  return fitted(name, style, width);
}

std::optional<std::size_t> last_clause(std::string_view words) {
  std::optional<std::size_t> last;
  for (const char* mark : {", ", "; ", ": "}) {
    const std::size_t found = words.rfind(mark);
    if (found != std::string_view::npos) last = std::max(last.value_or(0), found);
  }
  return last;
}

Stage before(Stage stage) {
  return stage == Stage::question ? stage : static_cast<Stage>(static_cast<int>(stage) - 1);
}

std::string as_id(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
    if (!plain) c = '_';
  }
  return out;
}

}  // namespace charts
