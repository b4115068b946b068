// The foot of the page: other buttons from the left, the primary one always at the right end, and a word to say.
#pragma once

#include "ui/sheet.hpp"

#include <string>
#include <vector>

namespace ui {

/// Height of a foot with one row of buttons and nothing to say above them.
[[nodiscard]] double foot_height(const Theme& theme);

class Foot {
 public:
  struct Content {
    const session::Node* primary = nullptr;  ///< may be null
    std::vector<const session::Node*> buttons;
    std::string words;  ///< empty: why the primary button cannot be pressed now, if it cannot
  };
  /// `left` and `width`: of the page between its margins. Names of keys stand behind the labels unless the foot would
  /// then take more than a quarter of the window, which is so `tall`; `F1` lists them.
  Foot(Sheet& sheet, Content content, double left, double width, double tall);

  [[nodiscard]] double height() const;
  /// `y`: its top; `window`: the width of the rule above it.
  void draw(double y, double window);

 private:
  struct Placed {
    const session::Node* node;
    session::Action action;
    Box box;  ///< y: the row
  };
  void place_buttons();

  Sheet& sheet_;
  Content content_;
  double left_, width_, button_, pad_;
  double primary_ = 0;  ///< width of the primary button and the gap before it
  double end_ = 0;      ///< right end of the last row of other buttons
  double above_ = 0;    ///< height of words that do not fit beside the primary button
  bool keys_ = true;    ///< named
  std::size_t rows_ = 0;
  session::Action primary_action_;
  std::vector<Placed> places_;
};

}  // namespace ui
