// What a page is drawn with: text on its base line, fills, rules, clips. A dry canvas only says which glyphs are
// needed.
#pragma once

#include "figure/figure.hpp"
#include "ui/box.hpp"
#include "ui/fonts.hpp"
#include "ui/theme.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ui {

/// How words are set.
struct Style {
  Face face = Face::words;
  Type type = Type::body;
  figure::Role role = figure::Role::ink;
  figure::Shade shade = figure::Shade::text;
  bool operator==(const Style&) const = default;
};

/// One drawing pass.
class Canvas {
 public:
  /// `list` null: dry, nothing is drawn.
  Canvas(ImDrawList* list, Fonts& fonts, const Theme& theme);

  [[nodiscard]] bool dry() const { return list_ == nullptr; }
  [[nodiscard]] const Theme& theme() const { return theme_; }
  [[nodiscard]] Fonts& fonts() { return fonts_; }
  [[nodiscard]] ImDrawList* list() { return list_; }

  [[nodiscard]] double width(std::string_view text, const Style& style);
  [[nodiscard]] double size(const Style& style) const { return theme_.size(style.type); }
  /// Distance of base lines of running text.
  [[nodiscard]] double leading(const Style& style) const;
  /// Height of a capital letter.
  [[nodiscard]] double cap_height(const Style& style) const;

  /// `x` is the anchor's place, `base` the base line's.
  void text(double x, double base, std::string_view text, const Style& style,
            figure::Anchor anchor = figure::Anchor::start);
  /// One line, its capitals centred between top and bottom of the box.
  void text_in(const Box& box, std::string_view text, const Style& style,
               figure::Anchor anchor = figure::Anchor::start);
  /// Cut with an ellipsis to fit.
  [[nodiscard]] std::string fit(std::string_view text, const Style& style, double width);
  /// Any face, size and colour: for figures.
  void glyphs(double x, double base, std::string_view text, FontKey font, ImU32 color, bool upward = false);

  void fill(const Box& box, figure::Role role, figure::Shade shade = figure::Shade::fill, double radius = 0,
            double alpha = 1);
  void outline(const Box& box, double thickness, figure::Role role, figure::Shade shade = figure::Shade::fill,
               double radius = 0);
  /// A thin horizontal rule with its top at `y`.
  void rule(double x, double y, double width, figure::Role role = figure::Role::hairline,
            figure::Shade shade = figure::Shade::tint);
  void line(double x1, double y1, double x2, double y2, double thickness, figure::Role role,
            figure::Shade shade = figure::Shade::fill);

  /// Points right.
  void triangle(const Box& box, figure::Role role);

  void clip(const Box& box);
  void unclip();
  /// What is left visible by the clips in force.
  [[nodiscard]] Box visible() const;

 private:
  ImDrawList* list_;
  Fonts& fonts_;
  const Theme& theme_;
  std::vector<Box> clips_;
};

}  // namespace ui
