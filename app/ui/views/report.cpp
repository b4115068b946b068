// What there is to know: progress, verdicts, explanations, notices, errors.
#include "base/text.hpp"
#include "ui/flow.hpp"
#include "ui/views/views.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using figure::Role;
using figure::Shade;

constexpr Style excerpt_style{Face::figures, Type::small};

/// Lines as they are, cut where the width ends: a caret stays under its column.
double draw_code(Sheet& sheet, const std::vector<std::string_view>& lines, const Box& at) {
  const double leading = sheet.canvas.leading(excerpt_style);
  double y = at.y;
  for (std::string_view line : lines) {
    sheet.canvas.text_in({at.x, y, at.w, leading}, sheet.canvas.fit(line, excerpt_style, at.w), excerpt_style);
    y += leading;
  }
  return y - at.y;
}

/// A mistake with the place it is in, and what to do.
double draw_mistake(Sheet& sheet, const base::Diagnostic& wrong, const Style& style, const Box& at) {
  const base::Shown parts = base::shown(wrong);
  double y = at.y + set_text(sheet.canvas, parts.message, style, at.x, at.y, at.w);
  if (!parts.caret.empty()) y += draw_code(sheet, {parts.source, parts.caret}, {at.x, y, at.w, 0});
  if (!parts.hint.empty()) y += set_text(sheet.canvas, parts.hint, excerpt_style, at.x, y, at.w);
  return y - at.y;
}

/// A node's words beside a thin rule of its own tone.
double beside_rule(Sheet& sheet, const session::Node& node, const Box& at, const Style& label, Role rule_role,
                   Shade rule_shade) {
  const double indent = sheet.px(16);
  const Box inner{at.x + indent, at.y, at.w - indent, 0};
  double y = at.y;
  for (const std::string_view line : base::split_lines(node.label)) {
    if (!line.empty()) y += set_text(sheet.canvas, line, label, inner.x, y, inner.w);
  }
  for (const base::Diagnostic& wrong : node.wrong) {
    y += draw_mistake(sheet, wrong, label, {inner.x, y, inner.w, 0});
  }
  if (!node.value.empty()) {
    if (y > at.y) y += sheet.px(8);
    y += set_text(sheet.canvas, node.value, {}, inner.x, y, inner.w);
  }
  if (node.purpose == session::Purpose::notice) {  // sentences: where figures are from
    constexpr Style said{Face::words, Type::small};
    for (const std::string& line : node.lines) y += set_text(sheet.canvas, line, said, inner.x, y, inner.w);
  } else {
    y += draw_code(sheet, {node.lines.begin(), node.lines.end()}, {inner.x, y, inner.w, 0});
  }
  y += draw_paragraphs(sheet, node.paragraphs, {}, {inner.x, y, inner.w, 0});
  y += draw_actions(sheet, node, {inner.x, y, inner.w, 0}, actions_of(node));
  sheet.canvas.fill({at.x, at.y, sheet.px(3), y - at.y}, rule_role, rule_shade);
  sheet.place(node, {at.x, at.y, at.w, y - at.y});
  return y - at.y;
}

}  // namespace

double draw_progress(Sheet& sheet, const session::Node& node, const Box& at) {
  Canvas& canvas = sheet.canvas;
  const Style words{Face::words, Type::small}, number{Face::figures, Type::small, Role::quiet_ink};
  const double share = std::clamp(node.share.value_or(0), 0.0, 1.0);
  const double line = std::round(canvas.size(words) * 2);
  double right = at.right();
  for (const session::Action& action : node.actions) {
    right -= draw_button(sheet, node, action, {right, at.y, 0, line + sheet.px(12)}, Look::plain, true) + sheet.px(16);
  }
  const double width = std::max(0.0, right - at.x);
  const std::string percent = fmt::format("{:.0f}%", std::floor(share * 100));
  const double percent_width = canvas.width(percent, number) + sheet.px(16);
  canvas.text_in({at.x, at.y, width, line}, canvas.fit(node.label, words, std::max(0.0, width - percent_width)), words);
  canvas.text_in({at.x, at.y, width, line}, percent, number, figure::Anchor::end);
  const double thick = sheet.px(6), top = at.y + line;
  canvas.fill({at.x, top, width, thick}, Role::hairline, Shade::tint, thick / 2);
  canvas.fill({at.x, top, std::max(thick, std::round(width * share)), thick}, Role::accent, Shade::fill, thick / 2);
  const double height = line + sheet.px(12);
  sheet.place(node, {at.x, at.y, at.w, height});
  return height;
}

namespace {

/// What a guess came to is the largest thing said beside the picture; a check of results is a line among others.
Style verdict_style(const session::Node& node) {
  return {Face::bold, node.label.empty() ? Type::body : Type::lead, node.selected ? Role::good : Role::ink};
}

}  // namespace

double verdict_indent(const Canvas& canvas, const session::Node& node) {
  return std::round(canvas.size(verdict_style(node)) * 1.75);
}

double draw_verdict(Sheet& sheet, const session::Node& node, const Box& at) {
  Canvas& canvas = sheet.canvas;
  const Style said = verdict_style(node);
  const double mark = std::round(canvas.size(said) * 0.75), indent = verdict_indent(canvas, node);
  const double leading = canvas.leading(said);
  const double x = at.x + sheet.px(2), middle = at.y + leading / 2, thick = sheet.px(node.label.empty() ? 2 : 3);
  if (node.selected) {
    canvas.line(x, middle, x + mark * 0.38, middle + mark * 0.38, thick, Role::good);
    canvas.line(x + mark * 0.38, middle + mark * 0.38, x + mark, middle - mark * 0.45, thick, Role::good);
  } else {
    const double arm = mark * 0.4, across = x + mark / 2;
    canvas.line(across - arm, middle - arm, across + arm, middle + arm, thick, Role::bad);
    canvas.line(across - arm, middle + arm, across + arm, middle - arm, thick, Role::bad);
  }
  double y = at.y;
  if (!node.label.empty()) y += set_text(canvas, node.label, said, at.x + indent, y, at.w - indent);
  if (!node.value.empty()) y += set_text(canvas, node.value, {}, at.x + indent, y, at.w - indent);
  for (const std::string& line : node.lines) {
    y += set_text(canvas, line, {Face::words, Type::small, Role::quiet_ink}, at.x + indent, y, at.w - indent);
  }
  y += draw_paragraphs(sheet, node.paragraphs, {}, {at.x + indent, y, at.w - indent, 0});
  y += draw_actions(sheet, node, {at.x + indent, y, at.w - indent, 0}, actions_of(node));
  sheet.place(node, {at.x, at.y, at.w, y - at.y});
  return y - at.y;
}

double draw_explanation(Sheet& sheet, const session::Node& node, const Box& at) {
  double y = at.y;
  if (!node.label.empty()) y += set_text(sheet.canvas, node.label, {Face::bold, Type::lead}, at.x, y, at.w);
  if (!node.value.empty()) y += set_text(sheet.canvas, node.value, {}, at.x, y, at.w);
  for (const std::string& line : node.lines) y += set_text(sheet.canvas, line, {}, at.x, y, at.w);
  if (y > at.y && !node.paragraphs.empty()) y += sheet.px(8);
  y += draw_paragraphs(sheet, node.paragraphs, {}, {at.x, y, at.w, 0}, &node);
  y += draw_actions(sheet, node, {at.x, y, at.w, 0}, actions_of(node));
  sheet.place(node, {at.x, at.y, at.w, y - at.y});
  return y - at.y;
}

double draw_notice(Sheet& sheet, const session::Node& node, const Box& at) {
  return beside_rule(sheet, node, at, {}, Role::hairline, Shade::tint);
}

double draw_error(Sheet& sheet, const session::Node& node, const Box& at) {
  return beside_rule(sheet, node, at, {Face::bold, Type::body, Role::bad}, Role::bad, Shade::fill);
}

}  // namespace ui
