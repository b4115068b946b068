// Running text of several faces set into lines of one width.
#pragma once

#include "lesson/markdown.hpp"
#include "ui/box.hpp"
#include "ui/canvas.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ui {

/// Breaks at spaces; a piece that is wider than a line is broken anywhere.
class Flow {
 public:
  Flow(Canvas& canvas, const Style& base, double width);

  void add(std::string_view text, const Style& style, bool boxed = false);
  void add(const std::vector<lesson::Run>& runs);
  /// Ends the last line; call before height() and draw().
  void end();
  [[nodiscard]] double height() const;
  /// Widest line.
  [[nodiscard]] double extent() const;
  [[nodiscard]] std::size_t lines() const { return lines_; }
  /// `x`, `y`: left and top of the first line.
  void draw(double x, double y);

  /// A piece of a word that leads to the glossary; its bottom is where a line below it goes.
  struct Linked {
    std::string word;
    Box box;
  };
  /// Where they lie when drawn from there.
  [[nodiscard]] std::vector<Linked> linked(double x, double y) const;

 private:
  struct Piece {
    std::string text;
    Style style;
    std::string word{};            ///< of the glossary, to which it leads
    bool boxed = false;            ///< on a wash of its own: code in a sentence
    double before = 0, after = 0;  ///< room between the wash's ends and the text, in `width`
    double x = 0, width = 0;
    std::size_t line = 0;
  };
  void word(std::vector<Piece> pieces);
  [[nodiscard]] double base_line(const Piece& piece, double y) const;

  Canvas& canvas_;
  Style base_;
  double width_;
  std::string link_;         // the glossary's word of the run that is being read
  std::vector<Piece> open_;  // pieces of the word that is being read
  std::vector<Piece> placed_;
  double pen_ = 0, space_ = 0;
  std::size_t lines_ = 0;
};

/// One paragraph of plain text; returns its height.
double set_text(Canvas& canvas, std::string_view text, const Style& style, double x, double y, double width);

}  // namespace ui
