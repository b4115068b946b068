// A figure through Cairo: onto PDF pages or into pixels.
#pragma once

#include "exporter/write.hpp"
#include "figure/renderer.hpp"

#include <cairo.h>

namespace exporter {

/// What the surface is made of: pages keep text as text, pixels want edges on whole pixels.
enum class Medium { page, pixels };

/// Draws in figure units on a context that is already scaled; `scale` is pixels a unit (Medium::pixels).
class CairoRenderer final : public figure::Renderer {
 public:
  CairoRenderer(cairo_t* context, const Options& options, Medium medium, double scale)
      : context_(context), options_(options), medium_(medium), scale_(scale) {}
  /// The page's colour, unless it is to be transparent.
  void page(double width, double height);
  void polyline(const figure::Polyline& line, const std::string& id) override;
  void rect(const figure::Rect& rect, const std::string& id) override;
  void circle(const figure::Circle& circle, const std::string& id) override;
  void polygon(const figure::Polygon& polygon, const std::string& id) override;
  void text(const figure::Text& text, const std::string& id) override;
  void clip_begin(const figure::ClipBegin& clip) override;
  void clip_end() override;

 private:
  void set(const figure::Paint& paint);
  void fill_and_stroke(const std::optional<figure::Paint>& fill, const std::optional<figure::Stroke>& stroke);
  void stroke_path(const figure::Stroke& stroke);
  void path(const std::vector<figure::Point>& points, bool closed);
  void path(const figure::Rect& rect);
  [[nodiscard]] double snapped(double place, double width) const;
  [[nodiscard]] figure::Rect snapped(figure::Rect rect) const;
  [[nodiscard]] double line_width(double width) const;

  cairo_t* context_;
  Options options_;
  Medium medium_;
  double scale_;
};

}  // namespace exporter
