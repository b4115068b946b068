// Where one node ends and the next begins.
#include "ui/stack.hpp"

#include "ui/flow.hpp"
#include "ui/views/views.hpp"

#include <cmath>

namespace ui {

using session::Node;
using session::Purpose;

namespace {

double space_between(const Sheet& sheet, Purpose above, Purpose below) {
  if (above == Purpose::header) return sheet.px(16);
  if (above == below && (below == Purpose::choice)) return sheet.px(4);
  if (below == Purpose::badge) return sheet.px(12);
  if (above == Purpose::slider || below == Purpose::slider) return sheet.px(8);
  if (above == Purpose::question) return sheet.px(16);
  if (below == Purpose::question) return sheet.px(32);
  // A wall's letters are large, and what is told belongs together.
  if (below == Purpose::explanation && sheet.canvas.theme().projector()) return sheet.px(12);
  return sheet.px(24);
}

}  // namespace

double measured(Sheet& sheet, const Node& node, double width) {
  Canvas dry(nullptr, sheet.canvas.fonts(), sheet.canvas.theme());
  Sheet scratch = sheet.scratch(dry);
  return draw_node(scratch, node, {0, 0, width, 0});
}

void Stack::heading(const std::string& text, double width) {
  if (!first_) y_ += sheet_.px(24);
  y_ += set_text(sheet_.canvas, text, {Face::bold, Type::title}, at_.x, y_, width);
  above_ = Purpose::header;
  first_ = false;
}

void Stack::add(const Node& node, double width) {
  if (node.purpose == Purpose::badge && above_ == Purpose::badge && row_right_ + sheet_.px(8) < at_.right()) {
    const double left = row_right_ + sheet_.px(8);
    // A badge as narrow as its words: what is wider than the rest of the row goes into the next.
    const std::size_t before = sheet_.placements.size();
    Canvas dry(nullptr, sheet_.canvas.fonts(), sheet_.canvas.theme());
    Sheet scratch = sheet_.scratch(dry);
    draw_node(scratch, node, {left, row_top_, at_.w, 0});
    if (scratch.placements.back().box.right() <= at_.right()) {
      draw_node(sheet_, node, {left, row_top_, at_.right() - left, 0});
      row_right_ = sheet_.placements[before].box.right();
      return;
    }
  }
  if (!first_) y_ += space_between(sheet_, above_, node.purpose);
  row_top_ = y_;
  y_ += draw_node(sheet_, node, {at_.x, y_, width, 0});
  row_right_ = sheet_.placements.back().box.right();
  above_ = node.purpose;
  first_ = false;
}

}  // namespace ui
