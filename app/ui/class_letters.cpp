// One column for each letter, as wide as its words need; one scale for all bars.
#include "ui/class_letters.hpp"

#include "base/text.hpp"
#include "ui/flow.hpp"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using figure::Shade;
using session::Node;

/// How a row of letters is drawn, the same for each of them.
struct LetterLook {
  Type type = Type::lead;
  Style count{Face::figures, Type::body};  ///< always with its noun, or it would be taken for the answer's number
  double track = 0;                        ///< how long the bar of all hands would be: one length for every letter
  double high = 0;                         ///< of the words, at least: bars side by side begin at one height
  bool below = false;                      ///< the count, below its bar
};

double disc_size(const Sheet& sheet, Type type) {
  return std::round(sheet.canvas.size({Face::words, type}) * 1.6);
}

/// What a letter's words begin after.
double beside_disc(const Sheet& sheet, Type type) {
  return disc_size(sheet, type) + sheet.px(14);
}

double bar_height(const Sheet& sheet) {
  return sheet.px(14);
}

/// `room` is the narrowest letter's.
void set_counts(LetterLook& look, const Sheet& sheet, const std::vector<const Node*>& letters, double room) {
  constexpr double most = 0.4;
  const auto widest = [&] {
    double wide = 0;
    for (const Node* node : letters) wide = std::max(wide, sheet.canvas.width(node->value, look.count));
    return wide;
  };
  if (widest() > most * room) look.count.type = Type::small;  // the bar needs its room too
  look.track = std::max(0.0, look.below ? room : room - widest() - sheet.px(10));
}

/// The share of a letter's hands as a bar, and behind or below it how many: one hand is shorter than two, however many
/// there are.
void draw_hands(Sheet& sheet, const Node& node, const Box& at, const LetterLook& look) {
  Canvas& canvas = sheet.canvas;
  Style count = look.count;
  if (node.faded) count.role = figure::Role::quiet_ink;
  const double thick = bar_height(sheet);
  const double wide = std::max(std::round(look.track * *node.share), *node.share > 0 ? sheet.px(3) : 0.0);
  canvas.fill({at.x, at.y, look.track, thick}, figure::Role::hairline, Shade::tint, thick / 2, 0.5);
  if (wide > 0)
    canvas.fill({at.x, at.y, wide, thick}, node.selected ? figure::Role::good : figure::Role::guess, Shade::fill,
                std::min(thick, wide) / 2, node.faded ? 0.35 : 1);
  const double right = at.x + look.track + sheet.px(10);
  const Box beside{right, at.y, at.right() - right, thick};
  const Box under{at.x, at.y + thick, at.w, canvas.leading(count)};
  canvas.text_in(look.below ? under : beside, node.value, count);
}

/// A letter on its disc, its words, and below them the bar of its hands.
void draw_letter(Sheet& sheet, const Node& node, const Box& at, const LetterLook& look) {
  Canvas& canvas = sheet.canvas;
  Style words{node.selected ? Face::bold : Face::words, look.type};
  if (node.faded) words.role = figure::Role::quiet_ink;
  const double disc = disc_size(sheet, look.type), beside = beside_disc(sheet, look.type);
  const Box ring{at.x, at.y, disc, disc};
  if (node.selected) {
    canvas.fill(ring, figure::Role::good, Shade::fill, disc / 2);
  } else {
    canvas.outline(ring, canvas.theme().hairline(), node.faded ? figure::Role::hairline : figure::Role::ink,
                   Shade::fill, disc / 2);
  }
  Style letter{Face::bold, Type::body, node.selected ? figure::Role::page : words.role};
  canvas.text_in(ring, node.label, letter, figure::Anchor::middle);
  Flow flow(canvas, words, at.w - beside);
  for (const lesson::Paragraph& paragraph : node.paragraphs) flow.add(paragraph.runs);
  flow.end();
  flow.draw(at.x + beside, at.y + std::max(0.0, (disc - canvas.leading(words)) / 2));
  if (node.share) {
    const double top = at.y + std::max({disc, flow.height(), look.high}) + sheet.px(4);
    draw_hands(sheet, node, {at.x, top, at.w, at.bottom() - top}, look);
  }
  sheet.place(node, at);
}

/// The height of a letter's words in so wide a column.
double words_height(const Sheet& sheet, const Node& node, double wide, Type type) {
  Flow flow(sheet.canvas, {node.selected ? Face::bold : Face::words, type}, wide);
  for (const lesson::Paragraph& paragraph : node.paragraphs) flow.add(paragraph.runs);
  flow.end();
  return flow.height();
}

double widest_word(const Sheet& sheet, const Node& node, Type type) {
  double wide = 0;
  for (const lesson::Paragraph& paragraph : node.paragraphs) {
    for (const lesson::Run& run : paragraph.runs) {
      for (const std::string_view word : base::split(run.text, ' '))
        wide = std::max(wide, sheet.canvas.width(word, {Face::bold, type}));
    }
  }
  return wide;
}

/// The narrowest column, up to `most`, in which a letter's words have so many lines, none of them broken; beyond it
/// where they never have.
double narrowest(const Sheet& sheet, const Node& node, Type type, int lines, double most) {
  const double high = (lines + 0.5) * sheet.canvas.leading({Face::words, type});
  double too_narrow = std::min(most, widest_word(sheet, node, type)), enough = most + 1;
  if (words_height(sheet, node, most, type) > high) return enough;
  while (enough - too_narrow > 1) {
    const double middle = (enough + too_narrow) / 2;
    (words_height(sheet, node, middle, type) <= high ? enough : too_narrow) = middle;
  }
  return std::ceil(enough);
}

/// The type of the right letter is bold: all are made for that, so that none moves at the truth.
Node bold(const Node& node) {
  Node out = node;
  out.selected = true;
  return out;
}

/// Columns for words of so many lines, what is over shared out; none where they need more room.
std::vector<double> columns_for(const Sheet& sheet, const std::vector<const Node*>& letters, Type type, int lines,
                                double room) {
  std::vector<double> out;
  double used = 0;
  for (const Node* node : letters) {
    out.push_back(beside_disc(sheet, type) + narrowest(sheet, bold(*node), type, lines, room));
    used += out.back();
  }
  if (used > room) return {};
  const auto count = static_cast<double>(letters.size());
  const double equal = room / count;
  const bool fit = std::ranges::all_of(out, [&](double wide) { return wide <= equal; });
  for (double& wide : out) wide = fit ? equal : wide + (room - used) / count;
  return out;
}

/// As few lines as there can be; a number and its unit in smaller type before they have two.
std::vector<double> set_columns(LetterLook& look, const Sheet& sheet, const std::vector<const Node*>& letters,
                                double room) {
  constexpr int most_lines = 4;
  for (int lines = 1; lines < most_lines; ++lines) {
    for (const Type type : {Type::lead, Type::body}) {
      auto out = columns_for(sheet, letters, type, lines, room);
      if (out.empty()) continue;
      look.type = type;
      return out;
    }
  }
  return std::vector<double>(letters.size(), room / static_cast<double>(letters.size()));
}

}  // namespace

void draw_letters(Sheet& sheet, const std::vector<const Node*>& letters, const Box& at) {
  if (letters.empty()) return;
  LetterLook look;
  set_counts(look, sheet, letters, at.w);
  const double most = sheet.px(104), high = std::min(most, at.h / static_cast<double>(letters.size()));
  double y = at.y;
  for (const Node* node : letters) {
    draw_letter(sheet, *node, {at.x, y, at.w, high}, look);
    y += high;
  }
}

void draw_letter_row(Sheet& sheet, const std::vector<const Node*>& letters, const Box& at) {
  const double gap = sheet.px(24), most = sheet.px(400);
  const double all = at.w - gap * (static_cast<double>(letters.size()) - 1);
  LetterLook look;
  std::vector<double> columns = set_columns(look, sheet, letters, all);
  for (std::size_t i = 0; i < letters.size(); ++i) {
    columns[i] = std::min(most, columns[i]);
    const double words = words_height(sheet, bold(*letters[i]), columns[i] - beside_disc(sheet, look.type), look.type);
    look.high = std::max(look.high, words);
  }
  const double used = std::max(disc_size(sheet, look.type), look.high) + sheet.px(4) + bar_height(sheet);
  look.below = used + sheet.canvas.leading(look.count) <= at.h;
  set_counts(look, sheet, letters, std::ranges::min(columns));
  double x = at.x;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    draw_letter(sheet, *letters[i], {x, at.y, columns[i], at.h}, look);
    x += columns[i] + gap;
  }
}

}  // namespace ui
