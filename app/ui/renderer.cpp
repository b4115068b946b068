// Figures on screen: figure::Renderer on a canvas.
#include "ui/renderer.hpp"

#include "figure/hatch.hpp"
#include "ui/rounded.hpp"

#include <cmath>

namespace ui {
namespace {

Face face_of(figure::Face face) {
  switch (face) {
    case figure::Face::words:
      return Face::words;
    case figure::Face::words_bold:
      return Face::bold;
    case figure::Face::figures:
      return Face::figures;
  }
  std::unreachable();
}

/// The line's dashes, one polyline each; the pattern runs on around corners.
std::vector<std::vector<ImVec2>> dashes(const std::vector<ImVec2>& points, double length) {
  std::vector<std::vector<ImVec2>> pieces;
  bool on = true;
  double left = length;
  if (!points.empty()) pieces.push_back({points.front()});
  for (std::size_t i = 1; i < points.size(); ++i) {
    ImVec2 from = points[i - 1];
    const ImVec2 to = points[i];
    double rest = std::hypot(to.x - from.x, to.y - from.y);
    while (rest > left) {
      const auto share = static_cast<float>(left / rest);
      from = {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
      rest -= left;
      left = length;
      if (on) pieces.back().push_back(from);
      on = !on;
      if (on) pieces.push_back({from});
    }
    left -= rest;
    if (on) pieces.back().push_back(to);
  }
  return pieces;
}

/// Where a line lies on the edge of a fill, the fill's own edge need not be smoothed, which takes most of its
/// triangles.
class UnderLine {
 public:
  UnderLine(ImDrawList& list, bool covered) : list_(list), flags_(list.Flags) {
    if (covered) list.Flags &= ~ImDrawListFlags_AntiAliasedFill;
  }
  ~UnderLine() { list_.Flags = flags_; }
  UnderLine(const UnderLine&) = delete;
  UnderLine& operator=(const UnderLine&) = delete;

 private:
  ImDrawList& list_;
  ImDrawListFlags flags_;
};

}  // namespace

ScreenRenderer::ScreenRenderer(Canvas& canvas, double x, double y, double scale)
    : canvas_(canvas), x_(std::round(x)), y_(std::round(y)), scale_(scale) {}

ImVec2 ScreenRenderer::place(figure::Point point) const {
  return {static_cast<float>(x_ + point.x * scale_), static_cast<float>(y_ + point.y * scale_)};
}

ImU32 ScreenRenderer::color(const figure::Paint& paint) const {
  return canvas_.theme().color(paint.role, paint.shade, paint.alpha);
}

double ScreenRenderer::thickness(const figure::Stroke& stroke) const {
  return std::max(1.0, std::round(stroke.width * scale_));  // crisp, and drawn with a third of the triangles
}

bool ScreenRenderer::covers(const std::optional<figure::Stroke>& stroke) const {
  return stroke && stroke->dash == 0 && stroke->paint.alpha == 1 && thickness(*stroke) >= 2;
}

void ScreenRenderer::path(const std::vector<ImVec2>& points, const figure::Stroke& stroke, bool closed) {
  if (canvas_.dry() || points.size() < 2) return;
  ImDrawList& list = *canvas_.list();
  const auto thick = static_cast<float>(thickness(stroke));
  std::vector<ImVec2> snapped = points;
  if (points.size() == 2 && !closed) {
    // An upright or level line of odd thickness is crisp when its middle is a pixel's middle.
    const bool odd = std::lround(thick) % 2 == 1;
    const auto snap = [&](float v) { return odd ? std::floor(v) + 0.5f : std::round(v); };
    if (points[0].x == points[1].x) snapped[0].x = snapped[1].x = snap(points[0].x);
    if (points[0].y == points[1].y) snapped[0].y = snapped[1].y = snap(points[0].y);
  }
  if (stroke.dash > 0) {
    if (closed) snapped.push_back(snapped.front());
    for (const auto& piece : dashes(snapped, stroke.dash * scale_)) {
      list.AddPolyline(piece.data(), static_cast<int>(piece.size()), color(stroke.paint), 0, thick);
    }
  } else {
    list.AddPolyline(snapped.data(), static_cast<int>(snapped.size()), color(stroke.paint),
                     closed ? ImDrawFlags_Closed : 0, thick);
  }
}

void ScreenRenderer::polyline(const figure::Polyline& line, const std::string&) {
  std::vector<ImVec2> points;
  points.reserve(line.points.size());
  for (figure::Point point : line.points) points.push_back(place(point));
  path(points, line.stroke, false);
}

void ScreenRenderer::rect(const figure::Rect& rect, const std::string&) {
  if (canvas_.dry()) return;
  ImDrawList& list = *canvas_.list();
  // Edges on whole pixels: bars of equal value end at equal pixels.
  const ImVec2 a = place(rect.at);
  const ImVec2 b = place({rect.at.x + rect.width, rect.at.y + rect.height});
  const ImVec2 low{std::round(a.x), std::round(a.y)}, high{std::round(b.x), std::round(b.y)};
  const auto radius = static_cast<float>(rect.radius * scale_);
  const auto fill = rect.hatched ? figure::hatch_ground(rect) : rect.fill;
  if (fill) {
    const UnderLine flat(list, covers(rect.stroke));
    fill_rounded(list, low, high, color(*fill), radius);
  }
  if (rect.hatched) {
    const figure::Stroke line = figure::hatch_line(rect);
    list.PushClipRect(low, high, true);  // the lines were cut at the edges before these were rounded
    for (const auto& [from, to] : figure::hatch_lines(rect)) {
      list.AddLine(place(from), place(to), color(line.paint), static_cast<float>(thickness(line)));
    }
    list.PopClipRect();
  }
  if (!rect.stroke) return;
  const auto thick = static_cast<float>(thickness(*rect.stroke));
  const float half = std::fmod(thick, 2.0f) == 1.0f ? 0.5f : 0.0f;
  const ImVec2 from{low.x + half, low.y + half}, to{high.x - half, high.y - half};
  if (rect.stroke->dash > 0) {
    path({from, {to.x, from.y}, to, {from.x, to.y}}, *rect.stroke, true);
  } else {
    list.AddRect(from, to, color(rect.stroke->paint), radius, 0, thick);
  }
}

void ScreenRenderer::circle(const figure::Circle& circle, const std::string&) {
  if (canvas_.dry()) return;
  ImDrawList& list = *canvas_.list();
  const auto radius = static_cast<float>(circle.radius * scale_);
  if (circle.fill) {
    const UnderLine flat(list, covers(circle.stroke));
    list.AddCircleFilled(place(circle.center), radius, color(*circle.fill));
  }
  if (!circle.stroke) return;
  if (circle.stroke->dash > 0) {
    std::vector<ImVec2> points;
    for (int i = 0; i < 64; ++i) {
      const double turn = i * 2 * 3.14159265358979 / 64;
      points.push_back(
          place({circle.center.x + circle.radius * std::cos(turn), circle.center.y + circle.radius * std::sin(turn)}));
    }
    path(points, *circle.stroke, true);
  } else {
    list.AddCircle(place(circle.center), radius, color(circle.stroke->paint), 0,
                   static_cast<float>(thickness(*circle.stroke)));
  }
}

void ScreenRenderer::polygon(const figure::Polygon& polygon, const std::string&) {
  if (canvas_.dry()) return;
  std::vector<ImVec2> points;
  points.reserve(polygon.points.size());
  for (figure::Point point : polygon.points) points.push_back(place(point));
  if (polygon.fill) {
    const UnderLine flat(*canvas_.list(), covers(polygon.stroke));
    canvas_.list()->AddConvexPolyFilled(points.data(), static_cast<int>(points.size()), color(*polygon.fill));
  }
  if (polygon.stroke) path(points, *polygon.stroke, true);
}

void ScreenRenderer::text(const figure::Text& text, const std::string&) {
  const FontKey font = font_key(face_of(text.face), text.size * scale_);
  const ImVec2 at = place(text.at);
  double shift = 0;
  if (text.anchor != figure::Anchor::start) {
    shift = text_width(text.text, font) * (text.anchor == figure::Anchor::end ? 1 : 0.5);
  }
  const double x = text.upward ? at.x : at.x - shift, base = text.upward ? at.y + shift : at.y;
  canvas_.glyphs(x, base, text.text, font, color(text.paint), text.upward);
}

void ScreenRenderer::clip_begin(const figure::ClipBegin& clip) {
  const ImVec2 from = place(clip.at), to = place({clip.at.x + clip.width, clip.at.y + clip.height});
  canvas_.clip({from.x, from.y, to.x - from.x, to.y - from.y});
}

void ScreenRenderer::clip_end() {
  canvas_.unclip();
}

}  // namespace ui
