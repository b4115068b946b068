// Where the names of dots stand: beside their dot on the wanted side of the slope, clear of all that is there already.
#pragma once

#include "charts/frame/names.hpp"
#include "figure/box.hpp"

#include <vector>

namespace charts {

/// A slope rises to the right, so left of and above a dot, and right of and below it, there is room.
enum class Side { left_above, right_below };

/// A name in its place, and the end of the thin line that leads to it from the dot if it stands apart.
struct PlacedName {
  figure::Text text;
  std::optional<Point> led_to;
};

class DotNames {
 public:
  explicit DotNames(const figure::Box& frame) : frame_(frame) {}
  void keep_clear(const figure::Box& box) { boxes_.push_back(box); }
  void keep_clear(const figure::Polyline& line) { lines_.push_back(line.points); }

  /// No other name or dot is there; lines may be.
  [[nodiscard]] bool is_free(const figure::Box& box) const;

  /// The best place of `text` beside a dot of radius `r` at `at`; later names keep clear of it and of its leader.
  [[nodiscard]] PlacedName place(figure::Text text, Point at, double r, Side side);

 private:
  [[nodiscard]] figure::Box best_beside(const figure::Box& size, Point at, double r, Side side, double aside) const;
  [[nodiscard]] double cost(const figure::Box& box, Point at, double r) const;
  figure::Box frame_;
  std::vector<figure::Box> boxes_;
  std::vector<std::vector<Point>> lines_;
};

}  // namespace charts
