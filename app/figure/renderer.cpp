// Walking the marks; the one place that knows stages and outlines, so that every renderer agrees.
#include "figure/renderer.hpp"

namespace figure {
namespace {

/// Fills too light for the page get an edge (see needs_outline).
template <class Shape>
Shape outlined(Shape shape) {
  const bool pale = shape.fill && shape.fill->shade == Shade::fill && needs_outline(shape.fill->role);
  if (pale && !shape.stroke) shape.stroke = Stroke{{shape.fill->role, Shade::text, shape.fill->alpha}, 1, 0};
  return shape;
}

struct Walk {
  Renderer& renderer;
  const std::string& id;
  void operator()(const Polyline& line) const { renderer.polyline(line, id); }
  void operator()(const Rect& rect) const { renderer.rect(outlined(rect), id); }
  void operator()(const Circle& circle) const { renderer.circle(outlined(circle), id); }
  void operator()(const Polygon& polygon) const { renderer.polygon(outlined(polygon), id); }
  void operator()(const Text& text) const { renderer.text(text, id); }
  void operator()(const ClipBegin& clip) const { renderer.clip_begin(clip); }
  void operator()(const ClipEnd&) const { renderer.clip_end(); }
};

}  // namespace

void draw(const Figure& figure, Renderer& renderer) {
  for (const Mark& mark : figure.marks) {
    if (seen(mark, figure.stage)) std::visit(Walk{renderer, mark.id}, mark.shape);
  }
}

}  // namespace figure
