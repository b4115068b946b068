// Paragraphs, headings, lists, quotations and code, in lines that an eye can follow; long ones of code are broken.
#include "base/text.hpp"
#include "ui/edit_layout.hpp"
#include "ui/flow.hpp"
#include "ui/views/views.hpp"

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

double flowed(Sheet& sheet, const std::vector<lesson::Run>& runs, const Style& style, const Box& at) {
  Flow flow(sheet.canvas, style, at.w);
  flow.add(runs);
  flow.end();
  flow.draw(at.x, at.y);
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

double one(Sheet& sheet, const lesson::Paragraph& paragraph, const Style& base, const Box& at) {
  const double indent = sheet.canvas.size(base) * 1.5;
  const Box indented{at.x + indent, at.y, at.w - indent, at.h};
  const Box mark{at.x, at.y, indent, sheet.canvas.leading(base)};
  switch (paragraph.kind) {
    case Kind::text:
      return flowed(sheet, paragraph.runs, base, at);
    case Kind::heading:
      return flowed(sheet, paragraph.runs, heading_style(paragraph.number), at);
    case Kind::bullet: {
      Style quiet = base;
      quiet.role = figure::Role::quiet_ink;
      sheet.canvas.text_in({mark.x + sheet.canvas.size(base) * 0.4, mark.y, mark.w, mark.h}, "•", quiet);
      return flowed(sheet, paragraph.runs, base, indented);
    }
    case Kind::numbered: {
      const std::string number = std::to_string(paragraph.number) + ".";
      sheet.canvas.text_in({mark.x, mark.y, mark.w - sheet.px(8), mark.h}, number, base, figure::Anchor::end);
      return flowed(sheet, paragraph.runs, base, indented);
    }
    case Kind::quote: {
      Style quiet = base;
      quiet.role = figure::Role::quiet_ink;
      const double height = flowed(sheet, paragraph.runs, quiet, indented);
      sheet.canvas.fill({at.x, at.y, sheet.px(2), height}, figure::Role::hairline, figure::Shade::tint);
      return height;
    }
    case Kind::code:
      return code_block(sheet, paragraph, at);
  }
  return 0;
}

}  // namespace

double draw_paragraphs(Sheet& sheet, const std::vector<lesson::Paragraph>& paragraphs, const Style& base,
                       const Box& at) {
  double y = at.y;
  for (std::size_t i = 0; i < paragraphs.size(); ++i) {
    if (i > 0) y += space_between(sheet, paragraphs[i - 1].kind, paragraphs[i].kind);
    y += one(sheet, paragraphs[i], base, {at.x, y, at.w, 0});
  }
  return y - at.y;
}

double draw_prose(Sheet& sheet, const session::Node& node, const Box& at) {
  double y = at.y;
  if (!node.label.empty()) {
    y += set_text(sheet.canvas, node.label, heading_style(2), at.x, y, at.w);
    if (!node.paragraphs.empty()) y += sheet.px(12);
  }
  y += draw_paragraphs(sheet, node.paragraphs, {}, {at.x, y, at.w, 0});
  y += draw_actions(sheet, node, {at.x, y, at.w, 0}, actions_of(node));
  sheet.place(node, {at.x, at.y, at.w, y - at.y});
  return y - at.y;
}

}  // namespace ui
