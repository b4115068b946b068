// The page for the back row.
#include "ui/class_layout.hpp"

#include "session/room/class_view.hpp"
#include "ui/class_letters.hpp"
#include "ui/renderer.hpp"
#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using figure::Shade;
using session::Node;

constexpr double margin_units = 40, top_units = 24, words_units = 96, foot_units = 52, gap_units = 12;
constexpr double headline_units = session::class_headline * 4 / 3;  // of 720, as all units here

/// Below the words, above the foot.
Box body_of(const Theme& theme, double width, double height) {
  const double top = theme.px(top_units + words_units + gap_units), margin = theme.px(margin_units);
  return {margin, top, width - 2 * margin, std::max(0.0, height - theme.px(foot_units) - top)};
}

struct ClassParts {
  const Node* header = nullptr;
  const Node* words = nullptr;
  const Node* figure = nullptr;
  const Node* said = nullptr;    ///< in the foot
  const Node* unkept = nullptr;  ///< beside where in the lesson, as long as it holds
  const Node* progress = nullptr;
  const Node* headline = nullptr;
  const Node* verdict = nullptr;
  const Node* badge = nullptr;
  const Node* takeaways = nullptr;
  std::vector<const Node*> letters, strip;

  void add(const Node& node) {
    if (node.purpose == session::Purpose::header) {
      header = &node;
    } else if (node.purpose == session::Purpose::question) {
      words = &node;
    } else if (node.purpose == session::Purpose::figure) {
      figure = &node;
    } else if (node.purpose == session::Purpose::choice) {
      letters.push_back(&node);
    } else if (node.purpose == session::Purpose::progress) {
      progress = &node;
    } else if (node.purpose == session::Purpose::headline) {
      headline = &node;
    } else if (node.purpose == session::Purpose::verdict) {
      verdict = &node;
    } else if (node.purpose == session::Purpose::badge) {
      badge = &node;
    } else if (node.purpose == session::Purpose::prose) {
      takeaways = &node;
    } else if (node.said == session::Said::foot) {
      said = &node;
    } else if (node.said == session::Said::lasting) {
      unkept = &node;
    } else {
      strip.push_back(&node);
    }
  }
};

/// As large as fits into its lines; returns the height.
double set_words(Sheet& sheet, const Node& node, const Box& at) {
  for (const Type type : {Type::display, Type::title, Type::lead}) {
    Canvas dry(nullptr, sheet.canvas.fonts(), sheet.canvas.theme());
    Sheet scratch = sheet.scratch(dry);
    const Style style{Face::bold, type};
    if (type != Type::lead && draw_paragraphs(scratch, node.paragraphs, style, at) > at.h) continue;
    const double high = draw_paragraphs(sheet, node.paragraphs, style, at);
    sheet.place(node, {at.x, at.y, at.w, high});
    return high;
  }
  return 0;
}

/// Lines to be read one by one, as large as all of them fit.
void draw_takeaways(Sheet& sheet, const Node& node, const Box& at) {
  Canvas dry(nullptr, sheet.canvas.fonts(), sheet.canvas.theme());
  Sheet scratch = sheet.scratch(dry);
  const bool roomy = draw_paragraphs(scratch, node.paragraphs, {Face::words, Type::title}, at) <= at.h;
  const Style style{Face::words, roomy ? Type::title : Type::lead};
  sheet.place(node, {at.x, at.y, at.w, draw_paragraphs(sheet, node.paragraphs, style, at)});
}

void draw_picture(Sheet& sheet, const Node& node, const Box& at) {
  const figure::Figure& figure = *node.figure;
  const double scale = std::min(at.w / figure.width, at.h / figure.height);
  const Box place{std::round(at.x + (at.w - figure.width * scale) / 2), at.y, figure.width * scale,
                  figure.height * scale};
  ScreenRenderer renderer(sheet.canvas, place.x, place.y, scale);
  figure::draw(figure, renderer);
  sheet.place(node, place);
}

/// In the foot, left of where in the lesson: whether a run's outputs were right, and whose its numbers are.
void draw_verdict_row(Sheet& sheet, const ClassParts& parts, const Box& row) {
  const double middle = row.y + row.h / 2;
  double right = row.right();
  if (parts.badge != nullptr) {
    Canvas dry(nullptr, sheet.canvas.fonts(), sheet.canvas.theme());
    Sheet scratch = sheet.scratch(dry);
    const double high = draw_badge(scratch, *parts.badge, {row.x, row.y, row.w, 0});
    const double wide = scratch.placements.back().box.w + sheet.px(2);
    draw_badge(sheet, *parts.badge, {right - wide, std::round(middle - high / 2), wide, 0});
    right -= wide + sheet.px(24);
  }
  Node brief = *parts.verdict;
  const Style style{Face::words, Type::small, figure::Role::quiet_ink};
  const double room = right - row.x - verdict_indent(sheet.canvas, *parts.verdict);
  std::string line;  // as much of what it says as has room, sentence by sentence
  for (const std::string& more : parts.verdict->lines) {
    const std::string longer = line.empty() ? more : line + " " + more;
    if (line.empty() || sheet.canvas.width(longer, style) <= room) line = longer;
  }
  brief.lines = {sheet.canvas.fit(line, style, room)};
  draw_verdict(sheet, brief, {row.x, std::round(middle - sheet.canvas.leading({}) / 2), right - row.x, 0});
}

/// What is at stake, at the row's right end; returns what is left of its width.
double draw_unkept(Sheet& sheet, const Node& node, const Box& row) {
  const Style style{Face::bold, Type::small};
  const double wide = sheet.canvas.width(node.label, style);
  sheet.canvas.text_in(row, node.label, style, figure::Anchor::end);
  sheet.place(node, {row.right() - wide, row.y, wide, row.h});
  return row.w - wide - sheet.px(24);
}

/// Where in the lesson; at its left what there is to say, else the lesson's name.
void draw_foot(Sheet& sheet, const ClassParts& parts, const std::string& message, const Box& box) {
  Canvas& canvas = sheet.canvas;
  const Style quiet{Face::words, Type::small, figure::Role::quiet_ink};
  double room = box.w;
  if (parts.header != nullptr) {
    canvas.text_in(box, parts.header->value, quiet, figure::Anchor::end);
    const double wide = canvas.width(parts.header->value, quiet);
    room -= wide + sheet.px(24);
    const bool shares = parts.verdict != nullptr && message.empty();
    const bool alone = !shares && parts.unkept == nullptr;
    sheet.place(*parts.header, alone ? box : Box{box.right() - wide, box.y, wide, box.h});
    if (parts.unkept != nullptr) room = draw_unkept(sheet, *parts.unkept, {box.x, box.y, room, box.h});
    if (shares) return draw_verdict_row(sheet, parts, {box.x, box.y, room, box.h});
  }
  if (!message.empty()) {
    canvas.text_in(box, canvas.fit(message, quiet, room), quiet);
  } else if (parts.said != nullptr) {
    const bool long_one = canvas.width(parts.said->label, {Face::bold, Type::lead}) > room;
    const Style strong{Face::bold, long_one ? Type::small : Type::lead};
    canvas.text_in(box, canvas.fit(parts.said->label, strong, room), strong);
  } else if (parts.header != nullptr) {
    canvas.text_in(box, canvas.fit(parts.header->label, quiet, room), quiet);
  }
  if (parts.said != nullptr) sheet.place(*parts.said, {box.x, box.y, parts.unkept == nullptr ? box.w : room, box.h});
}

/// What is typed, right of it what is wrong with it, and below them what else there is to say; returns the lower end.
double set_strip(Sheet& sheet, const std::vector<const Node*>& nodes, double y, double width) {
  const double pad = sheet.px(16), margin = sheet.px(margin_units), wide = width - 2 * margin;
  y += pad;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const bool answered = nodes[i]->purpose == session::Purpose::number && i + 1 < nodes.size() &&
                          nodes[i + 1]->purpose == session::Purpose::notice;
    const double field = answered ? std::round(wide * 0.4) : wide;
    double high = draw_node(sheet, *nodes[i], {margin, y, field, 0});
    if (answered) {
      const double left = margin + field + 2 * pad;
      high = std::max(high, draw_node(sheet, *nodes[++i], {left, y, width - margin - left, 0}));
    }
    y += high + pad;
  }
  return y;
}

/// Where what is being typed and what went wrong begins: laid over the lower edge, so that the picture does not move.
double strip_top(Sheet& sheet, const std::vector<const Node*>& nodes, double width, double height) {
  if (nodes.empty()) return height;
  Canvas dry(nullptr, sheet.canvas.fonts(), sheet.canvas.theme());
  Sheet scratch = sheet.scratch(dry);
  return height - set_strip(scratch, nodes, 0, width);
}

void draw_strip(Sheet& sheet, const std::vector<const Node*>& nodes, double top, double width, double height) {
  if (nodes.empty()) return;
  sheet.canvas.fill({0, top, width, height - top}, figure::Role::page);
  sheet.canvas.rule(0, top, width);
  set_strip(sheet, nodes, top, width);
}

/// A 4:3 wall as wide as the window, if the window is higher.
double wall_height(double width, double height) {
  return std::min(height, width * 3 / 4);
}

}  // namespace

Theme class_theme(const Theme& wanted, double usual_scale, double width, double height) {
  Theme theme = wanted;
  theme.palette = figure::Theme::projector;
  theme.scale = wall_height(width, height) / 720 * std::max(1.0, wanted.scale / usual_scale);
  return theme;
}

FigureFrame class_figure_frame(const Theme& theme, double width, double height) {
  const Box body = body_of(theme, width, height);
  const double unit = wall_height(width, height) / 540;
  return {std::floor(body.w / unit), std::floor(body.h / unit)};
}

Layout compose_class(Sheet& sheet, const session::View& view, double width, double height, const std::string& message) {
  ClassParts parts;
  for (const Node& node : view.root.children) parts.add(node);
  const Theme& theme = sheet.canvas.theme();
  sheet.place(view.root, {0, 0, width, height}, false);
  if (view.blank != session::Blank::no) {
    const bool black = view.blank == session::Blank::black;
    sheet.canvas.fill({0, 0, width, height}, black ? figure::Role::ink : figure::Role::page);
    return {};
  }
  const Box body = body_of(theme, width, height);
  const Box foot{body.x, body.bottom(), body.w, height - body.bottom()};
  const bool more = parts.figure != nullptr || parts.takeaways != nullptr;
  const bool alone = !more && parts.letters.empty();  // then words have the page
  const Box words = alone ? Box{body.x, std::round(height * 0.3), body.w, height * 0.4}
                          : Box{body.x, sheet.px(top_units), body.w, sheet.px(words_units)};
  if (parts.words != nullptr) set_words(sheet, *parts.words, words);
  if (parts.takeaways != nullptr) draw_takeaways(sheet, *parts.takeaways, body);
  // The letters stay in sight while their hands are typed.
  const double edge = strip_top(sheet, parts.strip, width, height), lowest = std::min(body.bottom(), edge);
  if (parts.figure != nullptr) {
    // The session has made it as wide as its place, or as low as the letters below it leave room.
    const figure::Figure& figure = *parts.figure->figure;
    const double wide = std::min(body.w, body.h * figure.width / figure.height);
    const double high = wide * figure.height / figure.width, gap = sheet.px(24);
    const double above = parts.headline != nullptr ? sheet.px(headline_units) : 0;
    if (parts.headline != nullptr) draw_headline(sheet, *parts.headline, {body.x, body.y, body.w, above});
    // Where hands are typed, it is smaller for that.
    const bool beside = body.w - wide > sheet.px(160);
    const double row = beside || parts.letters.empty() ? 0 : body.h - high;
    const double low = std::min(body.y + above + high, std::min(edge, body.bottom() + above) - row);
    draw_picture(sheet, *parts.figure, {body.x, body.y + above, wide, low - body.y - above});
    if (beside) {
      draw_letters(sheet, parts.letters, {body.x + wide + gap, body.y, body.w - wide - gap, lowest - body.y});
    } else if (!parts.letters.empty()) {
      const double down = sheet.px(8);  // clear of the picture's lowest line
      draw_letter_row(sheet, parts.letters, {body.x, low + down, body.w, row - down});
    }
  } else {
    const double top = body.y + sheet.px(20);  // clear of words on two lines
    draw_letters(sheet, parts.letters, {body.x, top, body.w, lowest - top});
  }
  if (parts.progress != nullptr) {
    const double high = std::round(sheet.canvas.size({Face::words, Type::small}) * 2) + sheet.px(12 + 8);
    draw_progress(sheet, *parts.progress, {foot.x, std::min(foot.y, height - high), foot.w, foot.h});
    if (parts.header != nullptr) sheet.place(*parts.header, foot);
  } else {
    draw_foot(sheet, parts, message, foot);
  }
  draw_strip(sheet, parts.strip, edge, width, height);
  return {};
}

}  // namespace ui
