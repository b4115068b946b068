// The foot of the page: the way back at its left end, the ways on at its right end, always there; other buttons in
// between or in rows above, and a word to say.
#pragma once

#include "ui/views/views.hpp"

#include <string>
#include <vector>

namespace ui {

/// Height of a foot with one row of buttons and nothing to say above them, in a window so `tall`.
[[nodiscard]] double foot_height(const Theme& theme, double tall);

class Foot {
 public:
  struct Content {
    const session::Node* primary = nullptr;  ///< may be null
    std::vector<const session::Node*> buttons;
    std::string words;    ///< empty: why the primary button cannot be pressed now, if it cannot
    bool narrow = false;  ///< no words of its own accord, and other buttons in rows of their own: what is above stays
    bool tight = false;   ///< keeps no row for what is not there, and hardly any air above the buttons
  };
  /// `left` and `width`: of the page between its margins; `tall`: the window.
  Foot(Sheet& sheet, Content content, double left, double width, double tall);

  [[nodiscard]] double height() const;
  /// `y`: its top; `window`: the width of the rule above it, 0 for none.
  void draw(double y, double window);

 private:
  /// Which names of keys stand behind the labels; `F1` lists them all.
  enum class Keys { all, ways, none };
  struct Placed {
    const session::Node* node;
    session::Action action;
    Look look;
    Box box;  ///< y: below the foot's first row
  };
  void place_buttons(Keys keys);
  void place_others(std::vector<Placed> others, double left, double right);
  void place_words();
  [[nodiscard]] Placed button(const session::Node& node, Look look, bool key);
  [[nodiscard]] double least_words() const;
  [[nodiscard]] bool crowded() const;

  Sheet& sheet_;
  Content content_;
  double left_, width_, high_, pad_, top_;
  double row_;                              ///< from one row of other buttons to the next
  double words_begin_ = 0, words_end_ = 0;  ///< what the lowest row leaves to them
  double above_ = 0;                        ///< height of words that do not fit there
  std::size_t rows_ = 0;                    ///< above the lowest
  std::vector<Placed> places_;
};

}  // namespace ui
