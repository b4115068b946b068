// Draws small things in units of their own: moved, scaled, looking left or right. For scenes made of many pieces.
#pragma once

#include "charts/frame/names.hpp"

#include <optional>
#include <vector>

namespace charts {

class Brush {
 public:
  Brush(std::vector<figure::Mark>& marks, Point origin, double scale)
      : marks_(&marks), origin_(origin), scale_(scale) {}

  /// The same brush with its origin moved to a place of its own; what it draws is `scale` times as large.
  [[nodiscard]] Brush at(double x, double y, double scale = 1) const;
  [[nodiscard]] Brush looking_back() const;  ///< left and right changed
  /// The same brush with pale colours and grey lines: for what waits, or is not what the words are about.
  [[nodiscard]] Brush quieter() const;
  [[nodiscard]] Point place(double x, double y) const;
  [[nodiscard]] double scale() const { return scale_; }

  void rect(double x, double y, double width, double height, double radius, std::optional<Paint> fill,
            std::optional<Stroke> stroke = std::nullopt) const;
  void circle(double x, double y, double radius, std::optional<Paint> fill,
              std::optional<Stroke> stroke = std::nullopt) const;
  /// Convex.
  void polygon(const std::vector<Point>& points, std::optional<Paint> fill,
               std::optional<Stroke> stroke = std::nullopt) const;
  void line(const std::vector<Point>& points, Stroke stroke) const;
  /// A thick line with round ends and joints: arms, legs.
  void limb(const std::vector<Point>& points, Paint paint, double width) const;
  /// A part of a circle's rim, as a line; degrees clockwise from the right.
  void arc(double x, double y, double radius, double from, double to, Stroke stroke) const;

 private:
  [[nodiscard]] std::optional<Paint> toned(std::optional<Paint> fill) const;
  /// Of an area filled with `fill`: in a pale colour alone it would not be seen.
  [[nodiscard]] std::optional<Stroke> edge_of(std::optional<Stroke> stroke, std::optional<Paint> fill) const;
  [[nodiscard]] Stroke scaled(Stroke stroke) const;
  void rope(const std::vector<Point>& points, Paint paint, double width) const;
  [[nodiscard]] std::vector<Point> placed(const std::vector<Point>& points) const;
  template <class Shape>
  void add(Shape shape) const {
    marks_->push_back({.shape = std::move(shape)});
  }
  std::vector<figure::Mark>* marks_;
  Point origin_;
  double scale_ = 1, side_ = 1;
  bool quiet_ = false;
};

}  // namespace charts
