// Thumbnails, clock, answer, replies.
#include "ui/presenter_parts.hpp"

#include "ui/flow.hpp"
#include "ui/renderer.hpp"
#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {
namespace {

using figure::Role;
using figure::Shade;
using session::Node;

/// Width to height of a thumbnail: a wall's, less the words above its picture.
constexpr double picture_shape = 2;

void draw_in_small(Sheet& sheet, const figure::Figure& figure, const Box& at) {
  const double scale = std::min(at.w / figure.width, at.h / figure.height);
  ScreenRenderer renderer(sheet.canvas, at.x + std::round((at.w - figure.width * scale) / 2),
                          at.y + std::round((at.h - figure.height * scale) / 2), scale);
  figure::draw(figure, renderer);
}

/// A letter on its disc; returns where what belongs to it begins.
double draw_disc(Sheet& sheet, const std::string& letter, const Box& line, Type type, bool right) {
  if (letter.empty()) return line.x;
  const double disc = std::round(sheet.canvas.theme().size(type) * 1.5);
  const Box ring{line.x, std::round(line.y + (line.h - disc) / 2), disc, disc};
  if (right) {
    sheet.canvas.fill(ring, Role::good, Shade::fill, disc / 2);
  } else {
    sheet.canvas.outline(ring, sheet.canvas.theme().hairline(), Role::quiet_ink, Shade::fill, disc / 2);
  }
  sheet.canvas.text_in(ring, letter, {Face::bold, type, right ? Role::page : Role::ink}, figure::Anchor::middle);
  return ring.right() + sheet.px(12);
}

/// The hands for it, at the right end of its line; returns where the words have to end.
double draw_hands(Sheet& sheet, const Node& node, const Box& line, Type type) {
  if (node.lines.empty()) return line.right();
  const Style count{Face::figures, type};
  sheet.canvas.text_in(line, node.lines.front(), count, figure::Anchor::end);
  return line.right() - sheet.canvas.width(node.lines.front(), count) - sheet.px(12);
}

}  // namespace

double draw_thumbnail(Sheet& sheet, const Node& node, const Box& at) {
  Canvas& canvas = sheet.canvas;
  const Style quiet{Face::words, Type::small, Role::quiet_ink}, name{Face::bold, Type::small};
  const Box frame{at.x, at.y, at.w, std::round(at.w / picture_shape)};
  canvas.fill(frame, Role::page, Shade::fill, sheet.px(4));
  canvas.outline(frame, canvas.theme().hairline(), Role::hairline, Shade::fill, sheet.px(4));
  const Box inside = frame.inset(sheet.px(6));
  canvas.clip(inside);
  if (node.figure) {
    Box below = inside;
    if (!node.paragraphs.empty()) {  // as on the wall: the words, and below them their picture
      const double high = draw_paragraphs(sheet, node.paragraphs, name, inside) + sheet.px(4);
      below = {inside.x, inside.y + high, inside.w, std::max(0.0, inside.h - high)};
    }
    draw_in_small(sheet, *node.figure, below);
  } else {
    draw_paragraphs(sheet, node.paragraphs, {Face::words, Type::body, Role::quiet_ink}, inside.inset(sheet.px(6)));
  }
  canvas.unclip();
  const Box line{at.x, frame.bottom() + sheet.px(4), at.w, canvas.leading(name)};
  const std::string minutes = node.lines.empty() ? std::string() : node.lines.front();
  const double label = canvas.width(node.label, quiet) + sheet.px(8);
  const double room = line.w - label - canvas.width(minutes, quiet) - sheet.px(8);
  canvas.text_in(line, node.label, quiet);
  canvas.text_in({line.x + label, line.y, room, line.h}, canvas.fit(node.value, name, room), name);
  canvas.text_in(line, minutes, quiet, figure::Anchor::end);
  sheet.place(node, {at.x, at.y, at.w, line.bottom() - at.y});
  return line.bottom() - at.y;
}

double draw_clock(Sheet& sheet, const Node& node, const Box& at) {
  Canvas& canvas = sheet.canvas;
  const Style quiet{Face::words, Type::small, Role::quiet_ink}, time{Face::figures, Type::title};
  const double wide = at.w / static_cast<double>(std::max<std::size_t>(node.rows.size(), 1));
  const double above = canvas.leading(quiet), high = std::round(canvas.size(time) * 1.25);
  for (std::size_t i = 0; i < node.rows.size(); ++i) {
    const session::Row& row = node.rows[i];
    const double x = std::round(at.x + wide * static_cast<double>(i)), base = at.y + above + canvas.size(time);
    canvas.text_in({x, at.y, wide, above}, row[0].text, quiet);
    canvas.text(x, base, row[1].text, time);
    if (row.size() > 2) canvas.text(x + canvas.width(row[1].text, time) + sheet.px(8), base, row[2].text, quiet);
  }
  const double links = draw_actions(sheet, node, {at.x, at.y + above + high, at.w, 0}, actions_of(node));
  sheet.place(node, {at.x, at.y, at.w, above + high + links});
  return above + high + links;
}

double draw_answer(Sheet& sheet, const Node& node, const Box& at, Type type) {
  Canvas& canvas = sheet.canvas;
  const Style quiet{Face::words, Type::small, Role::quiet_ink};
  const double above = canvas.leading(quiet), top = at.y + above;
  canvas.text_in({at.x, at.y, at.w, above}, node.label, quiet);
  const auto draw = [&](Sheet& on, Type size) {
    const Style words{Face::bold, size};
    const double line = std::round(canvas.size(words) * 1.6), leading = canvas.leading(words);
    const double left = draw_disc(on, node.value, {at.x, top, at.w, line}, size, true);
    const double right = draw_hands(on, node, {at.x, top, at.w, line}, size);
    const double down = std::round((line - leading) / 2);
    return std::pair(line, draw_paragraphs(on, node.paragraphs, words, {left, top + down, right - left, 0}) + 2 * down);
  };
  // A sentence is no larger than it has to be.
  Canvas dry(nullptr, canvas.fonts(), canvas.theme());
  for (const Type smaller : {Type::title, Type::lead}) {
    Sheet scratch = sheet.scratch(dry);
    const auto [line, high] = draw(scratch, type);
    if (high > line + 1 && smaller < type) type = smaller;
  }
  const auto [line, high] = draw(sheet, type);
  sheet.place(node, {at.x, at.y, at.w, above + std::max(line, high)});
  return above + std::max(line, high);
}

double draw_reply(Sheet& sheet, const Node& node, const Box& at, Type type) {
  Canvas& canvas = sheet.canvas;
  const double pad = sheet.px(node.primary ? 10 : 0), line = std::round(canvas.theme().size(type) * 1.7);
  const auto draw = [&](Sheet& on) {
    const Style bold{Face::bold, type}, plain{Face::words, type}, lit{Face::bold, type, Role::accent, Shade::text};
    const Box first{at.x + pad, at.y + pad, at.w - 2 * pad, line};
    const double left = draw_disc(on, node.label, first, type, false), right = draw_hands(on, node, first, type);
    double y = first.y + std::round((line - canvas.leading(bold)) / 2);
    // Its words lead into what is said to it, unless more has to be said before.
    const bool leads = !node.primary && !node.paragraphs.empty();
    const bool ends = node.value.find_last_of(".?!") + 1 == node.value.size();
    Flow flow(on.canvas, plain, right - left);
    flow.add(node.value + (!leads ? "" : ends ? " " : ": "), bold);
    if (!leads) flow.end();
    for (std::size_t i = 1; i < node.lines.size(); ++i) {
      flow.add(node.lines[i], lit);
      flow.end();
    }
    for (const lesson::Paragraph& paragraph : node.paragraphs) {
      flow.add(paragraph.runs);
      flow.end();
    }
    for (const std::string& note : node.sides) {
      flow.add(note, {Face::words, Type::small, Role::quiet_ink});
      flow.end();
    }
    flow.end();
    flow.draw(left, y);
    return std::max(y + flow.height(), first.bottom()) + pad - at.y;
  };
  Canvas dry(nullptr, canvas.fonts(), canvas.theme());
  Sheet scratch = sheet.scratch(dry);
  const double high = draw(scratch);
  if (node.primary) canvas.fill({at.x, at.y, at.w, high}, Role::accent, Shade::tint, sheet.px(6));
  draw(sheet);
  sheet.place(node, {at.x, at.y, at.w, high});
  return high;
}

double draw_remark(Sheet& sheet, const Node& node, const Box& at, Type type) {
  const bool heads = node.said == session::Said::task;
  const Style style = heads ? Style{Face::words, Type::small, Role::quiet_ink} : Style{Face::bold, type};
  double high = set_text(sheet.canvas, node.label, style, at.x, at.y, at.w);
  const double gap = node.actions.empty() ? 0 : sheet.px(8);
  high += gap + draw_actions(sheet, node, {at.x, at.y + high + gap, at.w, 0}, actions_of(node));
  sheet.place(node, {at.x, at.y, at.w, high});
  return high;
}

double draw_note(Sheet& sheet, const Node& node, const Box& at, Type type) {
  const Style label{Face::bold, type, Role::quiet_ink};
  const double indent = std::round(sheet.canvas.theme().size(type) * 2.75);
  set_text(sheet.canvas, node.label, label, at.x, at.y, indent);
  const double high =
      draw_paragraphs(sheet, node.paragraphs, {Face::words, type}, {at.x + indent, at.y, at.w - indent, 0});
  sheet.place(node, {at.x, at.y, at.w, high});
  return high;
}

}  // namespace ui
