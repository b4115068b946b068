// What is typed: a number, a sentence, a chain.
#include "base/text.hpp"
#include "ui/edit_layout.hpp"
#include "ui/flow.hpp"
#include "ui/layout.hpp"
#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using figure::Role;
using figure::Shade;

void draw_selection(Sheet& sheet, const TextEdit& edit, const EditLayout& layout, double x, double y, double leading) {
  const auto [from, to] = std::minmax({edit.caret(), edit.anchor()});
  if (from == to) return;
  const auto begin = layout.place(from), end = layout.place(to);
  for (std::size_t line = begin.line; line <= end.line; ++line) {
    const auto& bytes = layout.lines()[line];
    const double left = line == begin.line ? begin.x : 0;
    const double right = line == end.line ? end.x : layout.place(bytes.end).x + sheet.px(4);
    sheet.canvas.fill({x + left, y + static_cast<double>(line) * leading, right - left, leading}, Role::accent,
                      Shade::tint);
  }
}

/// The byte where a place of a text lies; lines and columns count from 1, columns in characters.
std::size_t byte_of(const std::string& text, int line, int column) {
  std::size_t at = 0;
  for (int i = 1; i < line; ++i) {
    const auto end = text.find('\n', at);
    if (end == std::string::npos) return text.size();
    at = end + 1;
  }
  for (int i = 1; i < column && at < text.size() && text[at] != '\n'; ++i) {
    at += std::max<std::size_t>(1, base::character_length(text, at));
  }
  return at;
}

/// A line under what could not be read, and a wedge that points at where it begins.
void draw_mistakes(Sheet& sheet, const session::Node& node, const std::string& text, const EditLayout& layout, double x,
                   double y, double leading) {
  for (const base::Diagnostic& one : node.wrong) {
    if (one.line < 1) continue;
    const std::size_t from = byte_of(text, one.line, one.column);
    const std::size_t to = std::max(byte_of(text, one.line, one.column + std::max(1, one.length)), from);
    const auto begin = layout.place(from), end = layout.place(to);
    const double thick = std::max(1.0, sheet.px(2)), least = sheet.px(8);
    const double wide = begin.line == end.line ? std::max(end.x - begin.x, least) : least;
    const double bottom = y + static_cast<double>(begin.line + 1) * leading - thick;
    sheet.canvas.fill({x + begin.x, bottom, wide, thick}, Role::bad, Shade::fill);
    for (double step = 1; step <= 3; ++step) {  // a caret of the program's own, narrower line by line
      const double half = thick * (4 - step);
      const double middle = x + begin.x + 1.5 * thick;
      sheet.canvas.fill({middle - half / 2, bottom + step * thick, half, thick}, Role::bad, Shade::fill);
    }
  }
}

}  // namespace

double draw_field(Sheet& sheet, const session::Node& node, const Box& at, const Style& style, double most_lines) {
  Canvas& canvas = sheet.canvas;
  const bool open = node.editable && !node.actions.empty();
  const Field* field = sheet.field(node.id);
  const std::string& text = open && field != nullptr ? field->edit.text() : node.value;
  const FontKey font = font_key(style.face, canvas.size(style));
  const double pad = open || node.purpose == session::Purpose::chain ? sheet.px(16) : 0,
               leading = canvas.leading(style);
  const double wrap = at.w - 2 * pad;
  const EditLayout layout(text, font, wrap);
  const double inner = static_cast<double>(layout.lines().size()) * leading, around = pad > 0 ? sheet.px(16) : 0;
  const double whole = open ? std::min(inner, most_lines * leading) : inner;
  const Box box{at.x, at.y, at.w, std::max(at.h, whole + around)};
  const double most_scroll = std::max(0.0, inner + around - box.h);
  const double scroll = field == nullptr ? 0 : std::clamp(field->scroll, 0.0, most_scroll);
  const bool focused = open && sheet.focused(node, node.actions.front());
  const bool one_line = node.purpose == session::Purpose::number;
  const double first = one_line && most_scroll == 0 ? (box.h - inner) / 2 : around / 2;
  const double x = box.x + pad, y = std::round(box.y + first - scroll);
  if (pad > 0) canvas.fill(box, Role::panel);
  if (open) {
    const double thick = focused ? sheet.px(2) : canvas.theme().hairline();
    canvas.fill({box.x, box.bottom() - thick, box.w, thick}, focused ? Role::accent : Role::hairline);
  }
  if (most_scroll > 0) canvas.clip({box.x, box.y + around / 4, box.w, box.h - around / 2});  // no sliver of a line
  if (focused) draw_selection(sheet, field->edit, layout, x, y, leading);
  for (std::size_t i = 0; i < layout.lines().size(); ++i) {
    const double top = y + static_cast<double>(i) * leading;
    canvas.text_in({x, top, wrap, leading}, layout.text_of(layout.lines()[i]), style);
  }
  draw_mistakes(sheet, node, text, layout, x, y, leading);
  if (open && text.empty() && !focused) {
    Style quiet = style;
    quiet.role = Role::quiet_ink;
    canvas.text_in({x, y, wrap, leading}, "?", quiet);
  }
  if (focused) {
    const auto caret = layout.place(field->edit.caret());
    const double height = std::round(canvas.size(style) * 1.2);
    const double top = y + static_cast<double>(caret.line) * leading + std::round((leading - height) / 2);
    canvas.fill({std::round(x + caret.x), top, std::max(1.0, sheet.px(2)), height}, Role::ink);
  }
  if (most_scroll > 0) {
    canvas.unclip();
    scroll_bar(sheet, {box, inner + around, scroll});
  }
  if (open) {
    Zone& zone = sheet.zone(node, node.actions.front(), box, Zone::Kind::text);
    zone.origin_x = x;
    zone.origin_y = y;
    zone.font = font;
    zone.leading = leading;
    zone.wrap = wrap;
    zone.most_scroll = most_scroll;
  }
  return box.h;
}

double draw_field_steps(Sheet& sheet, const session::Node& node, const Box& field, Look look, double end) {
  const bool small = look == Look::small;
  double x = field.right() + sheet.px(small ? 8 : 12);
  std::vector<const session::Action*> steps = actions_of(node);
  if (node.editable && !steps.empty()) steps.erase(steps.begin());
  for (const session::Action* one : steps) {
    session::Action step = *one;
    step.keys.clear();
    if (end > 0 && x + button_width(sheet, step, look) > end) break;
    x += draw_button(sheet, node, step, {x, field.y, 0, field.h}, look) + sheet.px(small ? 0 : 4);
  }
  return x;
}

double draw_number(Sheet& sheet, const session::Node& node, const Box& at) {
  const Style label{Face::words, Type::small, Role::quiet_ink};
  double y = at.y;
  if (!node.label.empty()) y += set_text(sheet.canvas, node.label, label, at.x, y, at.w) + sheet.px(4);
  const double width =
      std::min(at.w, std::round(sheet.canvas.size({Face::figures, Type::title}) * (node.several ? 14 : 7)));
  const double height = node.editable ? sheet.canvas.leading({Face::figures, Type::title}) + sheet.px(20) : 0;
  const double high = draw_field(sheet, node, {at.x, y, width, height}, {Face::figures, Type::title});
  draw_field_steps(sheet, node, {at.x, y, width, high}, Look::plain);
  y += high;
  sheet.place(node, {at.x, at.y, at.w, y - at.y});
  return y - at.y;
}

double draw_labelled_field(Sheet& sheet, const session::Node& node, const Box& at, double least, const Style& style) {
  const Style label{Face::words, Type::small, Role::quiet_ink};
  double y = at.y;
  if (!node.label.empty()) y += set_text(sheet.canvas, node.label, label, at.x, y, at.w) + sheet.px(4);
  y += draw_field(sheet, node, {at.x, y, at.w, least}, style);
  sheet.place(node, {at.x, at.y, at.w, y - at.y});
  return y - at.y;
}

double draw_words(Sheet& sheet, const session::Node& node, const Box& at) {
  const double least = node.editable ? 2 * sheet.canvas.leading({}) + sheet.px(16) : 0;
  return draw_labelled_field(sheet, node, at, least, {});
}

double draw_chain(Sheet& sheet, const session::Node& node, const Box& at) {
  const Style label{Face::words, Type::small, Role::quiet_ink};
  double y = at.y;
  if (!node.label.empty()) y += set_text(sheet.canvas, node.label, label, at.x, y, at.w) + sheet.px(4);
  const Style code{Face::figures, node.editable ? Type::body : Type::small};
  const double least = node.editable ? 6 * sheet.canvas.leading(code) : 0;
  y += draw_field(sheet, node, {at.x, y, at.w, least}, code);
  std::vector<const session::Action*> more = actions_of(node);
  if (node.editable && !more.empty()) more.erase(more.begin());
  y += draw_actions(sheet, node, {at.x, y, at.w, 0}, more);
  sheet.place(node, {at.x, at.y, at.w, y - at.y});
  return y - at.y;
}

}  // namespace ui
