// Marks to Cairo paths; text by our own glyph positions, never Cairo's toy text.
#include "exporter/cairo_renderer.hpp"

#include "exporter/font_faces.hpp"
#include "figure/hatch.hpp"
#include "figure/text_metrics.hpp"
#include "figure/utf8.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace exporter {

using namespace figure;

void CairoRenderer::set(const Paint& paint) {
  const Color c = color(options_.theme, paint.role, paint.shade);
  cairo_set_source_rgba(context_, c.r / 255.0, c.g / 255.0, c.b / 255.0, paint.alpha);
}

/// Lines thinner than a pixel turn grey, lines of 1.5 pixels blur: whole pixels, at least one.
double CairoRenderer::line_width(double width) const {
  return medium_ == Medium::pixels ? std::max(1.0, std::round(width * scale_)) / scale_ : width;
}

/// The place where a line of that width covers whole pixels, at most half a pixel away; width 0 is a fill's edge.
double CairoRenderer::snapped(double place, double width) const {
  if (medium_ != Medium::pixels) return place;
  const bool odd = width > 0 && std::lround(line_width(width) * scale_) % 2 == 1;
  return (odd ? std::floor(place * scale_) + 0.5 : std::round(place * scale_)) / scale_;
}

Rect CairoRenderer::snapped(Rect rect) const {
  if (medium_ != Medium::pixels) return rect;
  const double width = rect.stroke ? rect.stroke->width : 0;
  const double right = snapped(rect.at.x + rect.width, width), bottom = snapped(rect.at.y + rect.height, width);
  rect.at = {snapped(rect.at.x, width), snapped(rect.at.y, width)};
  rect.width = right - rect.at.x;
  rect.height = bottom - rect.at.y;
  return rect;
}

void CairoRenderer::page(double width, double height) {
  if (options_.transparent) return;
  set({Role::page, Shade::fill});
  cairo_rectangle(context_, 0, 0, width, height);
  cairo_fill(context_);
}

void CairoRenderer::stroke_path(const Stroke& stroke) {
  set(stroke.paint);
  cairo_set_line_width(context_, line_width(stroke.width));
  cairo_set_line_join(context_, CAIRO_LINE_JOIN_ROUND);
  if (stroke.dash > 0) cairo_set_dash(context_, &stroke.dash, 1, 0);
  cairo_stroke(context_);
  cairo_set_dash(context_, nullptr, 0, 0);
}

void CairoRenderer::fill_and_stroke(const std::optional<Paint>& fill, const std::optional<Stroke>& stroke) {
  if (fill) {
    set(*fill);
    cairo_fill_preserve(context_);
  }
  if (stroke) {
    stroke_path(*stroke);
  } else {
    cairo_new_path(context_);
  }
}

void CairoRenderer::path(const std::vector<Point>& points, bool closed) {
  cairo_new_path(context_);
  for (const Point point : points) cairo_line_to(context_, point.x, point.y);
  if (closed && !points.empty()) cairo_close_path(context_);
}

void CairoRenderer::path(const Rect& rect) {
  const double radius = std::min({rect.radius, rect.width / 2, rect.height / 2});
  cairo_new_path(context_);
  if (radius <= 0) {
    cairo_rectangle(context_, rect.at.x, rect.at.y, rect.width, rect.height);
    return;
  }
  constexpr double quarter = std::numbers::pi / 2;
  const double left = rect.at.x + radius, right = rect.at.x + rect.width - radius;
  const double top = rect.at.y + radius, bottom = rect.at.y + rect.height - radius;
  cairo_arc(context_, right, top, radius, -quarter, 0);
  cairo_arc(context_, right, bottom, radius, 0, quarter);
  cairo_arc(context_, left, bottom, radius, quarter, 2 * quarter);
  cairo_arc(context_, left, top, radius, 2 * quarter, 3 * quarter);
  cairo_close_path(context_);
}

void CairoRenderer::polyline(const Polyline& line, const std::string&) {
  std::vector<Point> points = line.points;
  if (points.size() == 2) {
    Point &a = points[0], &b = points[1];
    if (a.x == b.x) a.x = b.x = snapped(a.x, line.stroke.width);
    if (a.y == b.y) a.y = b.y = snapped(a.y, line.stroke.width);
  }
  path(points, false);
  stroke_path(line.stroke);
}

void CairoRenderer::rect(const Rect& original, const std::string&) {
  const Rect rect = snapped(original);
  path(rect);
  if (!rect.hatched) {
    fill_and_stroke(rect.fill, rect.stroke);
    return;
  }
  fill_and_stroke(hatch_ground(rect), std::nullopt);
  for (const auto& [low, high] : hatch_lines(rect)) {
    cairo_move_to(context_, low.x, low.y);
    cairo_line_to(context_, high.x, high.y);
  }
  const Stroke line = hatch_line(rect);
  set(line.paint);
  cairo_set_line_width(context_, line.width);
  cairo_stroke(context_);
  path(rect);
  fill_and_stroke(std::nullopt, rect.stroke);
}

void CairoRenderer::circle(const Circle& circle, const std::string&) {
  cairo_new_path(context_);
  cairo_arc(context_, circle.center.x, circle.center.y, circle.radius, 0, 2 * std::numbers::pi);
  cairo_close_path(context_);
  fill_and_stroke(circle.fill, circle.stroke);
}

void CairoRenderer::polygon(const Polygon& polygon, const std::string&) {
  path(polygon.points, true);
  fill_and_stroke(polygon.fill, polygon.stroke);
}

void CairoRenderer::text(const Text& text, const std::string&) {
  cairo_save(context_);
  cairo_translate(context_, text.at.x, text.at.y);
  if (text.upward) cairo_rotate(context_, -std::numbers::pi / 2);
  cairo_translate(context_, anchor_shift(text), 0);
  set(text.paint);
  const std::u32string points = decode_utf8(clean_line(text.text));
  const std::vector<Glyph> glyphs = lay_out(text.text, text.face, text.size);  // one a character
  for (std::size_t from = 0; from < glyphs.size();) {
    std::size_t to = from;
    std::string utf8;
    std::vector<cairo_glyph_t> run;
    std::vector<cairo_text_cluster_t> clusters;
    for (; to < glyphs.size() && glyphs[to].font == glyphs[from].font; ++to) {
      const std::string character = encode_utf8(points[to]);
      utf8 += character;
      run.push_back({glyphs[to].index, glyphs[to].x, 0});
      clusters.push_back({static_cast<int>(character.size()), 1});
    }
    cairo_set_font_face(context_, cairo_face(text.face, glyphs[from].font));
    cairo_set_font_size(context_, text.size);
    const int count = static_cast<int>(run.size());
    if (medium_ == Medium::page && options_.text == TextMode::live) {
      // With its characters, so that a reader can search and copy.
      cairo_show_text_glyphs(context_, utf8.data(), static_cast<int>(utf8.size()), run.data(), count, clusters.data(),
                             count, static_cast<cairo_text_cluster_flags_t>(0));
    } else {
      // As paths: Cairo would move each glyph of an image to a whole pixel.
      cairo_glyph_path(context_, run.data(), count);
      cairo_fill(context_);
    }
    from = to;
  }
  cairo_restore(context_);
}

void CairoRenderer::clip_begin(const ClipBegin& clip) {
  cairo_save(context_);
  cairo_rectangle(context_, clip.at.x, clip.at.y, clip.width, clip.height);
  cairo_clip(context_);
}

void CairoRenderer::clip_end() {
  cairo_restore(context_);
}

}  // namespace exporter
