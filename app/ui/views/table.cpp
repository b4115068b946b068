// Rows of cells between thin rules; columns of numbers stand on their right edge.
#include "ui/flow.hpp"
#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ui {
namespace {

using figure::Role;
using figure::Shade;
using session::CellUnit;
using session::Row;

struct Column {
  double width = 0;
  bool numbers = true;
};

std::vector<Column> columns_of(Canvas& canvas, const std::vector<Row>& rows, const Style& words, const Style& numbers) {
  std::vector<Column> columns;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    columns.resize(std::max(columns.size(), rows[r].size()));
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      const bool number = rows[r][c].unit != CellUnit::words || rows[r][c].text.empty();
      if (r > 0) columns[c].numbers = columns[c].numbers && number;
    }
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      const Style& style = r > 0 && columns[c].numbers ? numbers : words;
      columns[c].width = std::max(columns[c].width, std::ceil(canvas.width(rows[r][c].text, style)));
    }
  }
  return columns;
}

double total(const std::vector<Column>& columns, double gap) {
  return std::accumulate(columns.begin(), columns.end(), -gap,
                         [&](double sum, const Column& column) { return sum + column.width + gap; });
}

/// Where the columns do not fit, the widest gives way: its words are broken, or stand below their row if it would be
/// thinner than `thin`; what a row is about stays in front of it. Then the next widest gives way too. Returns the
/// column that stands below, if any.
std::size_t make_room(std::vector<Column>& columns, double gap, double room, double thin) {
  std::size_t below = columns.size();
  const auto narrower = [](const Column& a, const Column& b) { return a.width < b.width; };
  for (int pass = 0; pass < 2 && !columns.empty() && total(columns, gap) > room; ++pass) {
    const auto widest = std::ranges::max_element(columns, narrower);
    const double left = widest->width - (total(columns, gap) - room);
    if (left >= thin || below < columns.size() || widest == columns.begin()) {
      widest->width = std::max(left, thin / 2);
    } else {
      below = static_cast<std::size_t>(widest - columns.begin());
      widest->width = -gap;
    }
  }
  return below;
}

/// A cell in several lines, `at.h` each; returns their height.
double broken(Canvas& canvas, const std::string& cell, const Style& style, const Box& at) {
  double y = at.y;
  for (const std::string& line : figure::wrap(cell, measured_as(style.face), canvas.size(style), at.w)) {
    canvas.text_in({at.x, y, at.w, at.h}, line, style);
    y += at.h;
  }
  return y - at.y;
}

}  // namespace

double draw_table(Sheet& sheet, const session::Node& node, const Box& at) {
  Canvas& canvas = sheet.canvas;
  const std::vector<Row>& rows = node.rows;
  double gap = sheet.px(24);
  Type type = Type::small;
  std::vector<Column> columns;
  for (Type smaller : {Type::small, Type::tiny}) {
    type = smaller;
    columns = columns_of(canvas, rows, {Face::words, type}, {Face::figures, type});
    if (total(columns, gap) <= at.w) break;
  }
  const double leading = std::round(canvas.size({Face::words, type}) * 1.4);
  const double pad = std::round(canvas.size({Face::words, type}) * 0.35);
  const double thin = 14 * canvas.size({Face::words, type});
  // Rather than break the numbers of one column all stand closer; words may be broken.
  const std::vector<Column> whole = columns;
  const auto breaks_numbers = [&] {
    return !std::ranges::equal(columns, whole, [](const Column& now, const Column& once) {
      return !once.numbers || now.width < 0 || now.width >= once.width;
    });
  };
  const auto place = [&](double between) {
    gap = between;
    columns = whole;
    return make_room(columns, gap, at.w, thin);
  };
  std::size_t below = place(gap);
  for (const double units : {16, 10, 24}) {  // where even that does not help, as wide as ever
    if (breaks_numbers()) below = place(sheet.px(units));
  }

  double y = at.y;
  if (!node.label.empty()) y += set_text(canvas, node.label, {Face::bold, Type::body}, at.x, y, at.w) + sheet.px(4);
  const double width = below < columns.size() ? at.w : std::clamp(total(columns, gap), 0.0, at.w);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    double x = at.x, height = leading;
    const auto words = [&](std::size_t c) {
      Style style{columns[c].numbers && r > 0 ? Face::figures : Face::words, type};
      if (r == 0 || c == below) style.role = Role::quiet_ink;
      return style;
    };
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      const double wide = columns[c].width;
      const std::string& text = rows[r][c].text;
      if (c == below) continue;
      if (canvas.width(text, words(c)) <= wide + 0.5) {
        canvas.text_in({x, y + pad, wide, leading}, text, words(c),
                       columns[c].numbers ? figure::Anchor::end : figure::Anchor::start);
      } else {
        height = std::max(height, broken(canvas, text, words(c), {x, y + pad, wide, leading}));
      }
      x += wide + gap;
    }
    if (below < rows[r].size() && r > 0 && !rows[r][below].text.empty()) {
      const double indent = sheet.px(16);
      std::string text = rows[r][below].text;
      if (below < rows[0].size() && !rows[0][below].text.empty()) text = rows[0][below].text + ": " + text;
      height += broken(canvas, text, words(below), {at.x + indent, y + pad + height, at.w - indent, leading});
    }
    y += height + 2 * pad;
    if (r + 1 < rows.size()) canvas.rule(at.x, y, width, Role::hairline, r == 0 ? Shade::fill : Shade::tint);
  }
  y += draw_actions(sheet, node, {at.x, y, at.w, 0}, actions_of(node));
  sheet.place(node, {at.x, at.y, at.w, y - at.y});
  return y - at.y;
}

}  // namespace ui
