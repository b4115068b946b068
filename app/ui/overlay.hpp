// Pages laid over the page: the list of keys (F1), the view as plain text (F2), the page's picture (F10).
#pragma once

#include "ui/layout.hpp"
#include "ui/sheet.hpp"

#include <string>
#include <vector>

namespace ui {

enum class Overlay { none, keys, twin, picture };

/// A key and what it does now.
struct KeyLine {
  std::string key, label;
};
/// The window's own keys, then those of the view's actions that can be used now.
[[nodiscard]] std::vector<KeyLine> key_lines(const session::View& view);

/// Which F10 shows alone, the stage's or the room's; null: the page has none.
[[nodiscard]] const session::Node* picture_of(const session::View& view);

/// Draws over everything; the region is what scrolls.
Region draw_overlay(Sheet& sheet, Overlay overlay, const session::View& view, double width, double height,
                    double scroll);

}  // namespace ui
