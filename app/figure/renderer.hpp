// What draws a figure: the screen (ui), SVG and Cairo (exporter).
#pragma once

#include "figure/figure.hpp"

namespace figure {

/// One abstract level; draw() walks the marks of the figure's stage in order.
class Renderer {
 public:
  virtual ~Renderer() = default;
  virtual void polyline(const Polyline&, const std::string& id) = 0;
  virtual void rect(const Rect&, const std::string& id) = 0;
  virtual void circle(const Circle&, const std::string& id) = 0;
  virtual void polygon(const Polygon&, const std::string& id) = 0;
  virtual void text(const Text&, const std::string& id) = 0;
  virtual void clip_begin(const ClipBegin&) = 0;
  virtual void clip_end() = 0;
};

void draw(const Figure& figure, Renderer& renderer);

}  // namespace figure
