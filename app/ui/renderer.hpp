// Figures on screen: figure::Renderer on a canvas.
#pragma once

#include "figure/renderer.hpp"
#include "ui/canvas.hpp"

namespace ui {

/// Draws with figure units scaled by `scale` from `x`, `y`; hairlines stay a whole pixel and on the pixel grid.
class ScreenRenderer final : public figure::Renderer {
 public:
  ScreenRenderer(Canvas& canvas, double x, double y, double scale);
  void polyline(const figure::Polyline& line, const std::string& id) override;
  void rect(const figure::Rect& rect, const std::string& id) override;
  void circle(const figure::Circle& circle, const std::string& id) override;
  void polygon(const figure::Polygon& polygon, const std::string& id) override;
  void text(const figure::Text& text, const std::string& id) override;
  void clip_begin(const figure::ClipBegin& clip) override;
  void clip_end() override;

 private:
  [[nodiscard]] ImVec2 place(figure::Point point) const;
  [[nodiscard]] ImU32 color(const figure::Paint& paint) const;
  [[nodiscard]] double thickness(const figure::Stroke& stroke) const;
  /// Whether a line hides the edge that it lies on.
  [[nodiscard]] bool covers(const std::optional<figure::Stroke>& stroke) const;
  void path(const std::vector<ImVec2>& points, const figure::Stroke& stroke, bool closed);

  Canvas& canvas_;
  double x_, y_, scale_;
};

}  // namespace ui
