// Where the map's parts, classes and lessons go.
#include "ui/map_layout.hpp"

#include "ui/flow.hpp"
#include "ui/foot.hpp"
#include "ui/parts.hpp"
#include "ui/scroller.hpp"
#include "ui/stack.hpp"
#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using session::Node;
using session::Purpose;

class MapComposer {
 public:
  MapComposer(Sheet& sheet, const session::View& view, double width, double height, const std::vector<double>& scrolls)
      : sheet_(sheet),
        theme_(sheet.canvas.theme()),
        view_(view),
        parts_(view.root),
        scroller_(sheet, scrolls, layout_.regions),
        width_(width),
        height_(height) {
    margin_ = theme_.px(width < 1100 * theme_.scale ? 24 : 40);
    content_ = width_ - 2 * margin_;
    left_ = margin_;
    const double em = theme_.size(Type::body);
    label_ = std::round(em * 6);
    gap_ = theme_.px(8);
    columns_ = (content_ - label_ - gap_) / 2 >= 20 * em ? 2 : 1;
  }

  Layout compose(const std::string& message) {
    for (const Node* page : parts_.pages) sheet_.place(*page, {0, 0, width_, height_}, false);
    const double top = std::round(theme_.size(Type::body) * 3.5), across = width_ - 2 * margin_;
    draw_header(sheet_, parts_.header, nullptr, {margin_, 0, across, top});
    Foot foot(sheet_, {parts_.primary, parts_.buttons, message}, margin_, across, height_);
    const double bottom = height_ - foot.height();
    foot.draw(bottom, width_);
    scroller_.part({0, top, width_, std::max(0.0, bottom - top)}, [&](double y) { return body(y); });
    return std::move(layout_);
  }

 private:
  /// Reports above the map, remarks below it.
  double body(double top) {
    const double pad = theme_.px(24), reading = std::min(content_, 36 * theme_.size(Type::body));
    double y = top + pad;
    const auto words = [&](bool before) {
      bool passed = false;
      for (const Node& node : view_.root.children) {
        passed = passed || node.purpose == Purpose::map;
        const bool said = std::ranges::find(parts_.reading, &node) != parts_.reading.end();
        if (said && passed != before) y += draw_node(sheet_, node, {left_, y, reading, 0}) + theme_.px(16);
      }
    };
    words(true);
    const double begin = y;
    for (const Node& part : parts_.map->children) y = draw_part(part, y, &part == &parts_.map->children.front());
    sheet_.place(*parts_.map, {left_, begin, content_, y - begin}, false);
    y += pad;
    words(false);
    return y - top + pad;
  }

  double draw_part(const Node& part, double y, bool first) {
    const double begin = y;
    if (!first) y += theme_.px(24);
    if (!part.label.empty()) {
      y += set_text(sheet_.canvas, part.label, {Face::bold, Type::lead}, left_, y, content_) + theme_.px(8);
    }
    for (const Node& row : part.children) y = draw_class(row, y);
    sheet_.place(part, {left_, begin, content_, y - begin}, false);
    return y;
  }

  /// Its name and its time at the left, its lessons beside it, as high as the highest of a line.
  double draw_class(const Node& row, double y) {
    const double begin = y, wide = (content_ - label_ - (columns_ - 1) * gap_) / columns_;
    sheet_.canvas.rule(left_, y, content_);
    y += gap_;
    const Style name{Face::bold, Type::small}, quiet{Face::words, Type::small, figure::Role::quiet_ink};
    double words = y + theme_.px(8);
    words += set_text(sheet_.canvas, row.label, name, left_, words, label_ - gap_);
    set_text(sheet_.canvas, row.value, quiet, left_, words, label_ - gap_);
    for (std::size_t i = 0; i < row.children.size(); i += static_cast<std::size_t>(columns_)) {
      const std::size_t end = std::min(row.children.size(), i + static_cast<std::size_t>(columns_));
      double high = 0;
      for (std::size_t at = i; at < end; ++at) high = std::max(high, measured(sheet_, row.children[at], wide));
      for (std::size_t at = i; at < end; ++at) {
        const double x = left_ + label_ + static_cast<double>(at - i) * (wide + gap_);
        draw_node(sheet_, row.children[at], {x, y, wide, high});
      }
      y += high + gap_;
    }
    sheet_.place(row, {left_, begin, content_, y - begin}, false);
    return y;
  }

  Sheet& sheet_;
  const Theme& theme_;
  const session::View& view_;
  Parts parts_;
  Layout layout_;
  Scroller scroller_;
  double width_, height_;
  double margin_ = 0, content_ = 0, left_ = 0, label_ = 0, gap_ = 0;
  int columns_ = 2;
};

}  // namespace

bool has_map(const session::View& view) {
  return std::ranges::any_of(view.root.children, [](const Node& node) { return node.purpose == Purpose::map; });
}

Layout compose_map(Sheet& sheet, const session::View& view, double width, double height,
                   const std::vector<double>& scrolls, const std::string& message) {
  return MapComposer(sheet, view, width, height, scrolls).compose(message);
}

}  // namespace ui
