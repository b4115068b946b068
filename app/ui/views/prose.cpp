// Paragraphs, headings, lists, quotations and code, in lines that an eye can follow; long ones of code are broken.
#include "base/text.hpp"
#include "ui/edit_layout.hpp"
#include "ui/flow.hpp"
#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using Kind = lesson::Paragraph::Kind;

Style heading_style(int level) {
  return {Face::bold, level <= 2 ? Type::title : Type::lead};
}

double space_between(Sheet& sheet, Kind above, Kind below) {
  const auto is_item = [](Kind kind) { return kind == Kind::bullet || kind == Kind::numbered; };
  if (below == Kind::heading) return sheet.px(32);
  if (above == Kind::heading) return sheet.px(12);
  if (is_item(above) && is_item(below)) return sheet.px(6);
  return sheet.px(14);
}

/// A thin dotted line below each word that the glossary has; more of it under the pointer.
void link(Sheet& sheet, const session::Node& owner, const Flow::Linked& linked) {
  const auto action = std::ranges::find(owner.actions, "word:" + linked.word, &session::Action::id);
  if (action == owner.actions.end()) return;
  const bool lit = sheet.hovered(owner, *action);
  const double dot = sheet.px(2), y = std::round(linked.box.bottom());
  for (double x = linked.box.x; x < linked.box.right(); x += 2 * dot) {
    const double wide = lit ? 2 * dot : dot;
    sheet.canvas.fill({x, y, std::min(wide, linked.box.right() - x), sheet.canvas.theme().hairline()},
                      lit ? figure::Role::accent : figure::Role::quiet_ink, figure::Shade::fill, 0, lit ? 1 : 0.6);
  }
  sheet.zone(owner, *action, linked.box.inset(0, -sheet.px(3)), Zone::Kind::word);
}

double flowed(Sheet& sheet, const std::vector<lesson::Run>& runs, const Style& style, const Box& at,
              const session::Node* owner) {
  Flow flow(sheet.canvas, style, at.w);
  flow.add(runs);
  flow.end();
  flow.draw(at.x, at.y);
  if (owner != nullptr) {
    for (const Flow::Linked& linked : flow.linked(at.x, at.y)) link(sheet, *owner, linked);
  }
  return flow.height();
}

double code_block(Sheet& sheet, const lesson::Paragraph& paragraph, const Box& at) {
  std::string text;
  for (const lesson::Run& run : paragraph.runs) text += run.text;
  const Style style{Face::figures, Type::small};
  const double pad = sheet.px(16), leading = sheet.canvas.leading(style), wide = at.w - 2 * pad;
  const EditLayout broken(base::trim(text), font_key(style.face, sheet.canvas.size(style)), wide);
  const double height = static_cast<double>(broken.lines().size()) * leading + 2 * pad;
  sheet.canvas.fill({at.x, at.y, at.w, height}, figure::Role::panel, figure::Shade::fill, sheet.px(4));
  double y = at.y + pad;
  for (const EditLayout::Line& line : broken.lines()) {
    sheet.canvas.text_in({at.x + pad, y, wide, leading}, broken.text_of(line), style);
    y += leading;
  }
  return height;
}

double one(Sheet& sheet, const lesson::Paragraph& paragraph, const Style& base, const Box& at,
           const session::Node* owner) {
  const double indent = sheet.canvas.size(base) * 1.5;
  const Box indented{at.x + indent, at.y, at.w - indent, at.h};
  const Box mark{at.x, at.y, indent, sheet.canvas.leading(base)};
  switch (paragraph.kind) {
    case Kind::text:
      return flowed(sheet, paragraph.runs, base, at, owner);
    case Kind::heading:
      return flowed(sheet, paragraph.runs, heading_style(paragraph.number), at, owner);
    case Kind::bullet: {
      Style quiet = base;
      quiet.role = figure::Role::quiet_ink;
      sheet.canvas.text_in({mark.x + sheet.canvas.size(base) * 0.4, mark.y, mark.w, mark.h}, "•", quiet);
      return flowed(sheet, paragraph.runs, base, indented, owner);
    }
    case Kind::numbered: {
      const std::string number = std::to_string(paragraph.number) + ".";
      sheet.canvas.text_in({mark.x, mark.y, mark.w - sheet.px(8), mark.h}, number, base, figure::Anchor::end);
      return flowed(sheet, paragraph.runs, base, indented, owner);
    }
    case Kind::quote: {
      Style quiet = base;
      quiet.role = figure::Role::quiet_ink;
      const double height = flowed(sheet, paragraph.runs, quiet, indented, owner);
      sheet.canvas.fill({at.x, at.y, sheet.px(2), height}, figure::Role::hairline, figure::Shade::tint);
      return height;
    }
    case Kind::code:
      return code_block(sheet, paragraph, at);
  }
  return 0;
}

}  // namespace

double draw_paragraphs(Sheet& sheet, const std::vector<lesson::Paragraph>& paragraphs, const Style& base, const Box& at,
                       const session::Node* owner) {
  double y = at.y;
  for (std::size_t i = 0; i < paragraphs.size(); ++i) {
    if (i > 0) y += space_between(sheet, paragraphs[i - 1].kind, paragraphs[i].kind);
    y += one(sheet, paragraphs[i], base, {at.x, y, at.w, 0}, owner);
  }
  return y - at.y;
}

double draw_prose(Sheet& sheet, const session::Node& node, const Box& at) {
  double y = at.y;
  if (!node.label.empty()) {
    y += set_text(sheet.canvas, node.label, heading_style(2), at.x, y, at.w);
    if (!node.paragraphs.empty()) y += sheet.px(12);
  }
  // Whoever reads on looks for what is new.
  const auto ink = node.said == session::Said::before ? figure::Role::quiet_ink : figure::Role::ink;
  y += draw_paragraphs(sheet, node.paragraphs, {.role = ink}, {at.x, y, at.w, 0}, &node);
  y += draw_actions(sheet, node, {at.x, y, at.w, 0}, actions_of(node));
  sheet.place(node, {at.x, at.y, at.w, y - at.y});
  return y - at.y;
}

}  // namespace ui
