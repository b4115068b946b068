// What draws a figure: the screen (ui), SVG and Cairo (exporter).
#pragma once

#include "figure/figure.hpp"

namespace figure {

/// One abstract level; draw() walks the marks of the figure's stage in order.
/// Strokes are centred on their path, joins round, ends flat. A hatched rect is drawn in three steps: its area in
/// hatch_ground(), hatch_lines() in hatch_line() (both in hatch.hpp), then its stroke.
class Renderer {
 public:
  virtual ~Renderer() = default;
  virtual void polyline(const Polyline&, const std::string& id) = 0;
  virtual void rect(const Rect&, const std::string& id) = 0;
  virtual void circle(const Circle&, const std::string& id) = 0;
  virtual void polygon(const Polygon&, const std::string& id) = 0;
  virtual void text(const Text&, const std::string& id) = 0;
  virtual void clip_begin(const ClipBegin&) = 0;  ///< clips nest: the common part is seen
  virtual void clip_end() = 0;                    ///< as many as clip_begin, at the latest when the figure ends
};

/// Draws the figure at its stage. What every renderer must do alike is done here: fills too pale for the page get an
/// outline, hatched rects an edge, clips are balanced.
void draw(const Figure& figure, Renderer& renderer);

}  // namespace figure
