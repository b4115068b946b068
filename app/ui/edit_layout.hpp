// A field's text broken into lines, with the way back from a point to a byte.
#pragma once

#include "ui/fonts.hpp"

#include <string_view>
#include <vector>

namespace ui {

class EditLayout {
 public:
  EditLayout(std::string_view text, FontKey font, double width);

  struct Line {
    std::size_t begin = 0, end = 0;  ///< bytes; the space or line end that broke it is not in it
  };
  struct Place {
    std::size_t line = 0;
    double x = 0;
  };
  [[nodiscard]] const std::vector<Line>& lines() const { return lines_; }
  [[nodiscard]] Place place(std::size_t offset) const;
  /// The byte nearest to a point, `leading` pixels a line.
  [[nodiscard]] std::size_t offset(double x, double y, double leading) const;
  [[nodiscard]] std::string_view text_of(const Line& line) const {
    return text_.substr(line.begin, line.end - line.begin);
  }

 private:
  std::string_view text_;
  FontKey font_;
  std::vector<Line> lines_;
};

}  // namespace ui
