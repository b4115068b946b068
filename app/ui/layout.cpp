// Where everything goes.
#include "ui/layout.hpp"

#include "base/words.hpp"
#include "ui/flow.hpp"
#include "ui/foot.hpp"
#include "ui/inspector_place.hpp"
#include "ui/parts.hpp"
#include "ui/stack.hpp"
#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using session::Node;
using session::Purpose;

constexpr double most_reading = 36;  // ems: 75 characters of Inter

/// How a window's width is shared; in pixels.
struct Columns {
  bool wide = false;  ///< room for words and figures side by side
  double margin = 0, gutter = 0, reading = 0, aside = 0;
};

Columns columns_of(const Theme& theme, double width, bool drawing) {
  const double em = theme.size(Type::body);
  Columns columns;
  columns.margin = theme.px(width < 1100 * theme.scale ? 24 : 40);
  columns.gutter = theme.px(48);
  const double available = width - 2 * columns.margin;
  const double least_reading = 29 * em, least_aside = 38 * em, good_aside = 60 * em, most_aside = 80 * em;
  columns.wide = available >= least_reading + columns.gutter + least_aside;
  if (!columns.wide && drawing && available - columns.gutter >= 46 * em) {
    // Shorter lines and a smaller figure rather than a question that is out of sight while its answer is drawn.
    columns.wide = true;
    columns.reading = std::round((available - columns.gutter) * 0.42);
    columns.aside = available - columns.gutter - columns.reading;
  } else if (columns.wide) {
    columns.reading = std::clamp(available - columns.gutter - good_aside, least_reading, most_reading * em);
    columns.aside = std::min(available - columns.gutter - columns.reading, most_aside);
  } else {
    columns.reading = std::min(available, most_reading * em);
    columns.aside = std::min(available, 61 * em);
  }
  return columns;
}

double header_height(const Theme& theme) {
  return std::round(theme.size(Type::body) * 3.5);
}

}  // namespace

void scroll_bar(Sheet& sheet, const Region& region) {
  if (region.most() <= 0.5 || region.box.h <= 0) return;
  const double wide = sheet.px(4), shown = region.box.h / region.content;
  const double length = std::max(sheet.px(24), region.box.h * shown);
  const double top = region.box.y + (region.box.h - length) * region.scroll / region.most();
  sheet.canvas.fill({region.box.right() - wide - sheet.px(2), top, wide, length}, figure::Role::quiet_ink,
                    figure::Shade::fill, wide / 2, 0.35);
}

void more_below(Sheet& sheet, Region& region, double air, double old) {
  const Style style{Face::words, Type::small, figure::Role::quiet_ink};
  Canvas& canvas = sheet.canvas;
  const double line = std::round(canvas.leading(style));
  region.read = true;
  const double below = region.most() - region.scroll;
  if (region.box.h < 4 * line) return;
  region.more = below > std::max(air, old) + 1;
  region.again = !region.more && below > air + line;  // less than a line is seen well enough
  if (!region.more && !region.again) return;
  constexpr int steps = 6;
  // A line of its own: what stands there would be half covered by these words.
  const double fade = sheet.px(2), bottom = region.box.bottom() - line;
  canvas.fill({region.box.x, bottom, region.box.w, line}, figure::Role::page);
  for (int step = 1; step <= steps; ++step) {
    canvas.fill({region.box.x, bottom - step * fade, region.box.w, fade}, figure::Role::page, figure::Shade::fill, 0,
                1 - static_cast<double>(step) / (steps + 1));
  }
  const std::string_view words = base::text(region.more ? "ui.more_below" : "ui.read_below");
  const double wide = canvas.width(words, style) + sheet.px(16);
  canvas.text_in({region.box.right() - sheet.px(12) - wide, bottom, wide, line}, words, style, figure::Anchor::middle);
}

bool asks_to_draw(const Theme& theme, const session::View& view) {
  return theme.projector() && std::ranges::any_of(view.root.children, is_drawn);
}

double below_scene(const session::View& view) {
  constexpr double slider = 20;  // more than what a figure alone has below it, and as air
  const auto& nodes = view.root.children;
  const auto number = std::ranges::find_if(nodes, is_drawn);
  const auto sliders = std::ranges::count(nodes, Purpose::slider, &Node::purpose);
  if (number == nodes.end() || sliders == 0) return 0;
  const auto axis = std::ranges::find_if(
      nodes, [&](const Node& node) { return node.figure != nullptr && node.figure->id == number->figure_id; });
  return axis == nodes.end() ? 0 : axis->figure->height + slider * static_cast<double>(sliders);
}

FigureFrame figure_frame(const Theme& theme, double width, double height, bool drawing, double below) {
  const Columns columns = columns_of(theme, width, drawing);
  // Drawn larger, so that its type keeps pace with the page's.
  const double unit = theme.scale * (theme.projector() ? 1.2 : 1);
  const double sheet = columns.aside * 30 / 28;  // with the air at its sides
  const double wide = std::min(960.0, sheet / unit), scale = sheet / wide;
  const double links = 2.5 * theme.size(Type::body), pads = theme.px(64), foot = foot_height(theme, height);
  // In one column the page's heading and two lines of question stand above the picture.
  const double above = columns.wide ? 0 : theme.size(Type::title) * 1.5 + theme.size(Type::lead) * 3 + theme.px(32);
  const double room =
      (height - header_height(theme) - foot - pads - links - above) / scale - (columns.wide ? below : 0);
  const double most = drawing && columns.wide ? 0.7 : 0.5625;
  return {std::round(wide), std::round(std::clamp(room, wide * 0.2, wide * most))};
}

namespace {

/// Where `last` would end if these stood below each other, each as wide as `width_of` says.
template <class WidthOf>
double end_of(Sheet& sheet, const std::string& heading, const std::vector<const Node*>& nodes, const Node& last,
              const WidthOf& width_of) {
  Canvas dry(nullptr, sheet.canvas.fonts(), sheet.canvas.theme());
  Sheet scratch = sheet.scratch(dry);
  Stack stack(scratch, {});
  if (!heading.empty()) stack.heading(heading, width_of(last));
  for (const Node* node : nodes) {
    stack.add(*node, width_of(*node));
    if (node == &last) break;
  }
  return stack.height();
}

/// One window's page; the members draw its parts from top to bottom.
class Composer {
 public:
  Composer(Sheet& sheet, const session::View& view, double window, double height, const std::vector<double>& scrolls)
      : sheet_(sheet),
        theme_(sheet.canvas.theme()),
        parts_(view.root),
        scroller_(sheet, scrolls, layout_.regions),
        window_(window),
        height_(height),
        width_(window - inspector_width(theme_, view, window)),
        columns_(columns_of(theme_, width_, asks_to_draw(theme_, view))),
        across_(window - 2 * columns_.margin),
        pad_(sheet.px(32)),
        draws_(asks_to_draw(theme_, view)) {
    const double available = width_ - 2 * columns_.margin;
    layout_.wide = columns_.wide && !parts_.aside.empty();
    reading_ = layout_.wide ? columns_.reading : std::min(available, widest_reading());
    content_ = reading_;
    if (layout_.wide) {
      content_ = reading_ + columns_.gutter + columns_.aside;
    } else if (!parts_.aside.empty() || !parts_.headlines.empty()) {
      content_ = columns_.wide ? available : columns_.aside;
    }
    left_ = std::round((width_ - content_) / 2);
    if (parts_.header != nullptr && !parts_.header->lines.empty()) heading_ = parts_.header->lines.front();
  }

  Layout compose(const std::string& message) {
    for (const Node* page : parts_.pages) sheet_.place(*page, {0, 0, window_, height_}, false);
    const Box header{columns_.margin, 0, across_, header_height(theme_)};
    draw_header(sheet_, parts_.header, parts_.steps, header);
    top_ = header.bottom();
    bottom_ = height_;
    foot(message);
    const Box beside{width_, top_, window_ - width_, std::max(0.0, bottom_ - top_)};
    // Where there is no room beside the page a drawer lies below it.
    const bool drawer = parts_.inspector != nullptr && beside.w <= 0;
    if (drawer) bottom_ -= drawer_height(theme_, bottom_ - top_);
    if (layout_.wide) {
      for (const Node* node : parts_.headlines) {
        top_ += pad_ + draw_headline(sheet_, *node, {left_, top_ + pad_, content_, 0});
      }
    }
    high_ = std::max(0.0, bottom_ - top_);
    if (layout_.wide) {
      const double middle = left_ + reading_ + columns_.gutter / 2;
      scroller_.part({0, top_, middle, high_}, [&](double y) { return words(y); });
      scroller_.part({middle, top_, width_ - middle, high_}, [&](double y) { return figures(y); });
    } else {
      scroller_.part({0, top_, width_, high_}, [&](double y) { return all(y); });
    }
    if (drawer) {
      const Box below{0, bottom_, window_, beside.bottom() - bottom_};
      draw_drawer(sheet_, scroller_, *parts_.inspector, below, columns_.margin);
    }
    if (beside.w > 0) draw_inspector(sheet_, scroller_, *parts_.inspector, beside);
    return std::move(layout_);
  }

 private:
  [[nodiscard]] double widest_reading() const { return most_reading * theme_.size(Type::body); }

  /// Buttons, what is to be said, and above them what goes on.
  void foot(const std::string& message) {
    const std::string& said = message.empty() && parts_.lasting != nullptr ? parts_.lasting->label : message;
    Foot foot(sheet_, {parts_.primary, parts_.buttons, said}, columns_.margin, across_, height_);
    bottom_ -= foot.height();
    if (parts_.lasting != nullptr) sheet_.place(*parts_.lasting, {0, bottom_, window_, foot.height()}, false);
    foot.draw(bottom_, window_);
    for (const Node* node : parts_.progress) {
      const double high = measured(sheet_, *node, across_) + sheet_.px(24);
      bottom_ -= high;
      sheet_.canvas.rule(0, bottom_, window_);
      draw_progress(sheet_, *node, {columns_.margin, bottom_ + sheet_.px(12), across_, 0});
    }
  }

  /// With the air around it, of which what lies below is no reason to scroll.
  [[nodiscard]] double padded(double words) const {
    const double whole = words + 2 * pad_;
    return words + pad_ <= high_ ? std::min(whole, high_) : whole;
  }

  /// The reading column. What is to be drawn beside it is asked in sight, if need be before what leads to it.
  double words(double y) {
    Stack stack(sheet_, {left_, y + pad_, reading_, 0});
    if (!heading_.empty()) stack.heading(heading_, reading_);
    const Node* ahead = draws_ ? parts_.question() : nullptr;
    double down = stack.height() + pad_;
    for (const Node* node : parts_.reading) {
      if (ahead != nullptr) down += measured(sheet_, *node, reading_) + sheet_.px(24);
      if (node == ahead) break;
    }
    if (down < high_) ahead = nullptr;
    if (ahead != nullptr) stack.add(*ahead, reading_);
    for (const Node* node : parts_.reading) {
      if (node != ahead) stack.add(*node, reading_);
    }
    return padded(stack.height());
  }

  /// The figures beside it. What is to be drawn on is not looked for below a figure that is only looked at.
  double figures(double y) {
    const double aside = columns_.aside;
    Stack stack(sheet_, {left_ + reading_ + columns_.gutter, y + pad_, aside, 0});
    const auto wide = [&](const Node&) { return aside; };
    const Node* drawn = parts_.leading() == 0 ? parts_.drawn() : nullptr;
    if (drawn != nullptr && end_of(sheet_, {}, parts_.aside, *drawn, wide) + pad_ <= high_) drawn = nullptr;
    if (drawn != nullptr) stack.add(*drawn, aside);
    for (const Node* node : parts_.aside) {
      if (node == drawn) continue;
      // Below a headline the first figure is seen whole, if that takes no more than a little of its size.
      const bool below = !parts_.headlines.empty() && node == parts_.aside.front();
      const double share = below ? (high_ - 1.5 * pad_) / measured(sheet_, *node, aside) : 1;
      stack.add(*node, share < 0.85 ? aside : aside * std::min(share, 1.0));
    }
    return padded(stack.height());
  }

  /// Words are as wide as they are read.
  [[nodiscard]] double width_of(const Node& node) const {
    return is_words(node) ? std::min(content_, widest_reading()) : content_;
  }
  [[nodiscard]] bool is_low(const Node& node) {
    const auto width = [&](const Node& one) { return width_of(one); };
    return end_of(sheet_, heading_, parts_.body, node, width) + pad_ > high_;
  }

  /// What a class came for is not looked for below the words; nor is what is asked of a strip, or to be drawn; nor, on
  /// a wall, what is to be answered.
  [[nodiscard]] std::vector<const Node*> words_ahead(bool works, const Node* drawn) {
    std::vector<const Node*> ahead = parts_.task();
    if (works || drawn != nullptr) {
      ahead.resize(std::min<std::size_t>(ahead.size(), 1));
      return ahead;
    }
    const auto last = std::find_if(ahead.rbegin(), ahead.rend(), [](const Node* node) { return answers(*node); });
    if (parts_.leading() > 0 || !theme_.projector() || last == ahead.rend() || !is_low(**last)) ahead.clear();
    return ahead;
  }

  /// One column.
  double all(double y) {
    Stack stack(sheet_, {left_, y + pad_, content_, 0});
    if (!heading_.empty()) stack.heading(heading_, content_);
    for (const Node* node : parts_.headlines) stack.add(*node, content_);
    const std::size_t first = parts_.leading();
    const bool works = first > 0 && parts_.aside.front()->purpose == Purpose::strip;
    const Node* drawn = first == 0 ? parts_.drawn() : nullptr;
    if (drawn != nullptr && !is_low(*drawn)) drawn = nullptr;
    std::vector<const Node*> ahead = words_ahead(works, drawn);
    for (const Node* node : ahead) stack.add(*node, node->purpose == Purpose::question ? content_ : width_of(*node));
    // As large as what is left below the question; where that is too small to be read, as large as ever.
    const auto add_into_rest = [&](const Node& node, double least) {
      const double air = works ? pad_ : 2 * pad_;  // what else can be done with a strip may lie below it
      const double share = (high_ - stack.height() - air) / measured(sheet_, node, content_);
      stack.add(node, content_ * (share < least ? 1.0 : std::min(share, 1.0)));
      ahead.push_back(&node);
    };
    for (std::size_t i = 0; i < first; ++i) add_into_rest(*parts_.aside[i], works ? 0.75 : 1.0);
    if (drawn != nullptr) add_into_rest(*drawn, theme_.projector() ? 0.5 : 0.75);
    for (const Node* node : parts_.body) {
      if (std::ranges::find(ahead, node) == ahead.end()) stack.add(*node, width_of(*node));
    }
    return padded(stack.height());
  }

  Sheet& sheet_;
  const Theme& theme_;
  Parts parts_;
  Layout layout_;
  Scroller scroller_;
  double window_, height_, width_;
  Columns columns_;
  double across_, pad_;
  bool draws_;
  double reading_ = 0, content_ = 0, left_ = 0;  ///< widths, and where they begin
  double top_ = 0, bottom_ = 0, high_ = 0;       ///< of what scrolls
  std::string heading_;
};

}  // namespace

Layout compose(Sheet& sheet, const session::View& view, double window, double height,
               const std::vector<double>& scrolls, const std::string& message) {
  return Composer(sheet, view, window, height, scrolls).compose(message);
}

}  // namespace ui
