// What a page is drawn with: text on its base line, fills, rules, clips.
#include "ui/canvas.hpp"

#include "ui/rounded.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ui {
namespace {

ImVec2 at(double x, double y) {
  return {static_cast<float>(x), static_cast<float>(y)};
}

/// As a rounded rectangle a disc would be drawn with too few sides: so many that it strays a fifth of a pixel at most.
int disc_sides(double radius) {
  return std::clamp(static_cast<int>(std::ceil(std::numbers::pi / std::acos(1 - 0.2 / std::max(1.0, radius)))), 12, 96);
}

bool is_disc(const Box& box, double radius) {
  return box.w == box.h && 2 * radius >= box.w;
}

}  // namespace

Canvas::Canvas(ImDrawList* list, Fonts& fonts, const Theme& theme) : list_(list), fonts_(fonts), theme_(theme) {}

double Canvas::width(std::string_view text, const Style& style) {
  return text_width(text, font_key(style.face, size(style)));
}

double Canvas::leading(const Style& style) const {
  const double share = style.type == Type::title || style.type == Type::display ? 1.25
                       : style.type == Type::lead                               ? 1.4
                                                                                : 1.5;
  return std::round(size(style) * share);
}

double Canvas::cap_height(const Style& style) const {
  return std::round(figure::cap_height(measured_as(style.face), size(style)));
}

void Canvas::text(double x, double base, std::string_view text, const Style& style, figure::Anchor anchor) {
  const FontKey font = font_key(style.face, size(style));
  if (anchor != figure::Anchor::start) {
    const double wide = text_width(text, font);
    x -= anchor == figure::Anchor::end ? wide : wide / 2;
  }
  glyphs(x, base, text, font, theme_.color(style.role, style.shade));
}

void Canvas::text_in(const Box& box, std::string_view text, const Style& style, figure::Anchor anchor) {
  const double x = anchor == figure::Anchor::start ? box.x
                   : anchor == figure::Anchor::end ? box.right()
                                                   : box.x + box.w / 2;
  this->text(x, std::round(box.y + (box.h + cap_height(style)) / 2), text, style, anchor);
}

std::string Canvas::fit(std::string_view text, const Style& style, double width) {
  return figure::fit(text, measured_as(style.face), size(style), width);
}

void Canvas::glyphs(double x, double base, std::string_view text, FontKey font, ImU32 color, bool upward) {
  fonts_.need(text, font);
  if (dry() || fonts_.stale()) return;
  const Box seen = visible();
  if (!upward && (base + font.size() < seen.y || base - 2 * font.size() > seen.bottom())) return;  // scrolled away
  // Base lines sit on whole pixels, as hinting made them; pens stand where the widths say.
  (upward ? x : base) = std::round(upward ? x : base);
  for (const figure::Glyph& glyph : figure::lay_out(text, measured_as(font.face), font.size())) {
    const GlyphQuad* quad = fonts_.find(font, glyph);
    if (quad == nullptr || quad->empty()) continue;
    const double left = glyph.x + quad->x0, right = glyph.x + quad->x1;
    list_->PrimReserve(6, 4);
    if (upward) {
      list_->PrimQuadUV(at(x + quad->y0, base - left), at(x + quad->y0, base - right), at(x + quad->y1, base - right),
                        at(x + quad->y1, base - left), {quad->u0, quad->v0}, {quad->u1, quad->v0}, {quad->u1, quad->v1},
                        {quad->u0, quad->v1}, color);
    } else {
      list_->PrimRectUV(at(x + left, base + quad->y0), at(x + right, base + quad->y1), {quad->u0, quad->v0},
                        {quad->u1, quad->v1}, color);
    }
  }
}

void Canvas::fill(const Box& box, figure::Role role, figure::Shade shade, double radius, double alpha) {
  if (dry()) return;
  if (is_disc(box, radius)) {
    list_->AddCircleFilled(at(box.x + box.w / 2, box.y + box.h / 2), static_cast<float>(box.w / 2),
                           theme_.color(role, shade, alpha), disc_sides(box.w / 2));
    return;
  }
  fill_rounded(*list_, at(box.x, box.y), at(box.right(), box.bottom()), theme_.color(role, shade, alpha),
               static_cast<float>(radius));
}

void Canvas::outline(const Box& box, double thickness, figure::Role role, figure::Shade shade, double radius) {
  if (dry()) return;
  const Box middle = box.inset(thickness / 2);
  if (is_disc(box, radius)) {
    list_->AddCircle(at(box.x + box.w / 2, box.y + box.h / 2), static_cast<float>(middle.w / 2),
                     theme_.color(role, shade), disc_sides(box.w / 2), static_cast<float>(thickness));
    return;
  }
  list_->AddRect(at(middle.x, middle.y), at(middle.right(), middle.bottom()), theme_.color(role, shade),
                 static_cast<float>(radius), 0, static_cast<float>(thickness));
}

void Canvas::rule(double x, double y, double width, figure::Role role, figure::Shade shade) {
  fill({std::round(x), std::round(y), std::round(width), theme_.hairline()}, role, shade);
}

void Canvas::line(double x1, double y1, double x2, double y2, double thickness, figure::Role role,
                  figure::Shade shade) {
  if (dry()) return;
  list_->AddLine(at(x1, y1), at(x2, y2), theme_.color(role, shade), static_cast<float>(thickness));
}

void Canvas::triangle(const Box& box, figure::Role role) {
  if (dry()) return;
  list_->AddTriangleFilled(at(box.x, box.y), at(box.right(), box.y + box.h / 2), at(box.x, box.bottom()),
                           theme_.color(role));
}

void Canvas::clip(const Box& box) {
  clips_.push_back(clips_.empty() ? box : meet(clips_.back(), box));
  if (dry()) return;
  const Box& seen = clips_.back();
  list_->PushClipRect(at(seen.x, seen.y), at(seen.right(), seen.bottom()));
}

void Canvas::unclip() {
  clips_.pop_back();
  if (!dry()) list_->PopClipRect();
}

Box Canvas::visible() const {
  return clips_.empty() ? Box{-1e9, -1e9, 2e9, 2e9} : clips_.back();
}

}  // namespace ui
