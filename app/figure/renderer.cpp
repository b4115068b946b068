// Walking the marks; the one place that knows stages, outlines and balance, so that every renderer agrees.
#include "figure/renderer.hpp"

#include "figure/hatch.hpp"

namespace figure {
namespace {

/// Fills too light for the page get an edge (see needs_outline).
template <class Shape>
Shape outlined(Shape shape) {
  const bool pale = shape.fill && shape.fill->shade == Shade::fill && needs_outline(shape.fill->role);
  if (pale && !shape.stroke) shape.stroke = Stroke{{shape.fill->role, Shade::text, shape.fill->alpha}, 1, 0};
  return shape;
}

Rect edged(Rect rect) {
  if (rect.hatched && !rect.stroke) rect.stroke = hatch_line(rect);
  return outlined(rect);
}

struct Walk {
  Renderer& renderer;
  const std::string& id;
  int& open;  ///< clips
  void operator()(const Polyline& line) const { renderer.polyline(line, id); }
  void operator()(const Rect& rect) const { renderer.rect(edged(rect), id); }
  void operator()(const Circle& circle) const { renderer.circle(outlined(circle), id); }
  void operator()(const Polygon& polygon) const { renderer.polygon(outlined(polygon), id); }
  void operator()(const Text& text) const { renderer.text(text, id); }
  void operator()(const ClipBegin& clip) const {
    renderer.clip_begin(clip);
    ++open;
  }
  void operator()(const ClipEnd&) const {
    if (open == 0) return;
    renderer.clip_end();
    --open;
  }
};

}  // namespace

void draw(const Figure& figure, Renderer& renderer) {
  int open = 0;
  for (const Mark& mark : figure.marks) {
    if (seen(mark, figure.stage)) std::visit(Walk{renderer, mark.id, open}, mark.shape);
  }
  for (; open > 0; --open) renderer.clip_end();
}

}  // namespace figure
