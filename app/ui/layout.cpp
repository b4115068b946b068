// Where everything goes.
#include "ui/layout.hpp"

#include "ui/flow.hpp"
#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using session::Node;
using session::Role;

/// The view's nodes by the part of the window they belong to.
struct Parts {
  const Node* header = nullptr;
  const Node* steps = nullptr;
  const Node* primary = nullptr;
  std::vector<const Node*> pages, headlines, reading, aside, progress, buttons;
  std::vector<const Node*> body;  ///< reading and aside in the view's order, for one column

  void add(const Node& node) {
    switch (node.role) {
      case Role::page:
        pages.push_back(&node);
        break;
      case Role::header:
        header = &node;
        break;
      case Role::steps:
        steps = &node;
        return;  // its children are drawn by the header
      case Role::step:
        break;
      case Role::progress:
        progress.push_back(&node);
        break;
      case Role::button:
        (node.primary&& primary == nullptr ? primary = &node : buttons.emplace_back(&node));
        break;
      case Role::headline:
        headlines.push_back(&node);
        break;
      case Role::strip:
      case Role::figure:
      case Role::table:
        put(node, aside);
        break;
      case Role::badge:
        put(node, last_was_aside ? aside : reading);
        break;
      case Role::prose:
      case Role::chain:
      case Role::question:
      case Role::number:
      case Role::words:
      case Role::choice:
      case Role::verdict:
      case Role::explanation:
      case Role::notice:
      case Role::error:
        put(node, reading);
        break;
    }
    for (const Node& child : node.children) add(child);
  }

 private:
  void put(const Node& node, std::vector<const Node*>& where) {
    where.push_back(&node);
    body.push_back(&node);
    last_was_aside = &where == &aside;
  }
  bool last_was_aside = false;
};

double space_between(const Sheet& sheet, Role above, Role below) {
  if (above == Role::header) return sheet.px(16);
  if (above == below && (below == Role::choice)) return sheet.px(4);
  if (below == Role::badge) return sheet.px(12);
  if (above == Role::question) return sheet.px(16);
  if (below == Role::question) return sheet.px(32);
  return sheet.px(24);
}

/// How high a node would be.
double measured(Sheet& sheet, const Node& node, double width, double limit = 0) {
  Canvas dry(nullptr, sheet.canvas.fonts(), sheet.canvas.theme());
  Sheet scratch = sheet.scratch(dry);
  return draw_node(scratch, node, {0, 0, width, limit});
}

/// Nodes below each other, badges side by side; returns the height.
class Stack {
 public:
  Stack(Sheet& sheet, const Box& at) : sheet_(sheet), at_(at), y_(at.y) {}

  /// The page's own heading, which belongs to no node of its own.
  void heading(const std::string& text, double width) {
    y_ += set_text(sheet_.canvas, text, {Face::bold, Type::title}, at_.x, y_, width);
    above_ = Role::header;
    first_ = false;
  }

  void add(const Node& node, double width, double limit = 0) {
    if (node.role == Role::badge && above_ == Role::badge && row_right_ + sheet_.px(8) < at_.right()) {
      const double left = row_right_ + sheet_.px(8);
      // A badge as narrow as its words: what is wider than the rest of the row goes into the next.
      const std::size_t before = sheet_.placements.size();
      Canvas dry(nullptr, sheet_.canvas.fonts(), sheet_.canvas.theme());
      Sheet scratch = sheet_.scratch(dry);
      draw_node(scratch, node, {left, row_top_, at_.w, 0});
      if (scratch.placements.back().box.right() <= at_.right()) {
        draw_node(sheet_, node, {left, row_top_, at_.right() - left, 0});
        row_right_ = sheet_.placements[before].box.right();
        return;
      }
    }
    if (!first_) y_ += space_between(sheet_, above_, node.role);
    row_top_ = y_;
    y_ += draw_node(sheet_, node, {at_.x, y_, width, limit});
    row_right_ = sheet_.placements.back().box.right();
    above_ = node.role;
    first_ = false;
  }
  [[nodiscard]] double height() const { return y_ - at_.y; }

 private:
  Sheet& sheet_;
  Box at_;
  double y_, row_top_ = 0, row_right_ = 0;
  Role above_ = Role::page;
  bool first_ = true;
};

/// The foot: other buttons from the left, the primary one always at the right end, a word to say between them.
class Foot {
 public:
  Foot(Sheet& sheet, const Parts& parts, double left, double width)
      : sheet_(sheet), parts_(parts), left_(left), width_(width) {
    button_ = std::round(sheet.canvas.size({}) * 2.75);
    pad_ = sheet.px(16);
    if (parts.primary != nullptr) {
      primary_action_ = actions(*parts.primary).front();
      primary_ = button_width(sheet, primary_action_, true) + sheet.px(24);
    }
    double x = left;
    for (const Node* node : parts.buttons) {
      for (const session::Action& action : actions(*node)) {
        const double wide = button_width(sheet, action, false);
        if (x > left && x + wide > left + width - primary_) {
          x = left;
          ++rows_;
        }
        places_.push_back({node, action, {x, static_cast<double>(rows_), wide, button_}});
        x += wide + sheet.px(8);
      }
    }
    end_ = x;
  }

  [[nodiscard]] double height() const {
    return static_cast<double>(rows_ + 1) * (button_ + sheet_.px(8)) - sheet_.px(8) + 2 * pad_;
  }

  void draw(double y, double window, const std::string& message) {
    sheet_.canvas.rule(0, y, window);
    for (auto& [node, action, box] : places_) {
      box.y = y + pad_ + box.y * (button_ + sheet_.px(8));
      draw_button(sheet_, *node, action, box, false);
      sheet_.place(*node, box);
    }
    const double last = y + height() - pad_ - button_;
    if (parts_.primary != nullptr) {
      const double wide =
          draw_button(sheet_, *parts_.primary, primary_action_, {left_ + width_, last, 0, button_}, true, true);
      sheet_.place(*parts_.primary, {left_ + width_ - wide, last, wide, button_});
    }
    say(last, message);
  }

 private:
  struct Placed {
    const Node* node;
    session::Action action;
    Box box;
  };

  /// A button that can do nothing now is still drawn.
  static std::vector<session::Action> actions(const Node& node) {
    if (!node.actions.empty()) return node.actions;
    return {{.id = {}, .label = node.label, .key = {}, .enabled = false, .why_not = {}}};
  }

  /// The message, else why the primary button cannot be pressed now.
  void say(double y, const std::string& message) {
    std::string text = message;
    if (text.empty() && parts_.primary != nullptr && !primary_action_.enabled) text = primary_action_.why_not;
    const double left = end_ + sheet_.px(16), room = left_ + width_ - primary_ - left;
    if (text.empty() || room < sheet_.px(80)) return;
    const Style style{Face::words, Type::small, figure::Role::quiet_ink};
    if (sheet_.canvas.width(text, style) <= room) {
      sheet_.canvas.text_in({left, y, room, button_}, text, style, figure::Anchor::end);
      return;
    }
    Flow flow(sheet_.canvas, style, room);
    flow.add(text, style);
    flow.end();
    if (flow.height() <= button_ + pad_) {
      flow.draw(left, y + (button_ - flow.height()) / 2);
    } else {
      sheet_.canvas.text_in({left, y, room, button_}, sheet_.canvas.fit(text, style, room), style);
    }
  }

  Sheet& sheet_;
  const Parts& parts_;
  double left_, width_, button_ = 0, pad_ = 0, primary_ = 0, end_ = 0;
  std::size_t rows_ = 0;
  session::Action primary_action_;
  std::vector<Placed> places_;
};

/// Draws one scrolled part; `draw` gets the top and returns the height of the content.
template <class Draw>
Region scrolled(Sheet& sheet, const Box& box, int index, double scroll, const Draw& draw) {
  Region region{box, 0, scroll};
  sheet.region = index;
  sheet.canvas.clip(box);
  region.content = draw(std::round(box.y - scroll));
  sheet.canvas.unclip();
  sheet.region = -1;
  scroll_bar(sheet, region);
  return region;
}

/// Figures beside the words share the height there is; below 0.7 of their width they would be hard to read.
double aside_content(Sheet& sheet, const Parts& parts, double x, double top, double width, double room) {
  double fixed = 0, figures = 0;
  Role above = Role::page;
  for (const Node* node : parts.aside) {
    if (above != Role::page) fixed += space_between(sheet, above, node->role);
    above = node->role;
    const double high = measured(sheet, *node, width);
    if (node->figure) {
      const double drawn = std::round(node->figure->height * width / node->figure->width);
      figures += drawn;
      fixed += high - drawn;
    } else {
      fixed += high;
    }
  }
  const double share = figures > 0 ? std::clamp((room - fixed) / figures, 0.7, 1.0) : 1;
  Stack stack(sheet, {x, top, width, 0});
  for (const Node* node : parts.aside) {
    stack.add(*node, width, node->figure ? node->figure->height * width / node->figure->width * share : 0);
  }
  return stack.height();
}

}  // namespace

void scroll_bar(Sheet& sheet, const Region& region) {
  if (region.most() <= 0.5) return;
  const double wide = sheet.px(4), shown = region.box.h / region.content;
  const double length = std::max(sheet.px(24), region.box.h * shown);
  const double top = region.box.y + (region.box.h - length) * region.scroll / region.most();
  sheet.canvas.fill({region.box.right() - wide - sheet.px(2), top, wide, length}, figure::Role::quiet_ink,
                    figure::Shade::fill, wide / 2, 0.45);
}

Layout compose(Sheet& sheet, const session::View& view, double width, double height, const std::vector<double>& scrolls,
               const std::string& message) {
  Parts parts;
  parts.add(view.root);
  const double em = sheet.canvas.size({});
  const double margin = sheet.px(width < 1100 * sheet.canvas.theme().scale ? 24 : 40), gutter = sheet.px(48);
  const double available = width - 2 * margin;
  const double least_reading = 29 * em, most_reading = 36 * em, least_aside = 38 * em, most_aside = 1280 * em / 16;
  Layout layout;
  layout.wide = !parts.aside.empty() && available >= least_reading + gutter + least_aside;

  double reading = std::min(available, most_reading), aside = 0, content = reading;
  if (layout.wide) {
    reading = std::clamp(available - gutter - 60 * em, least_reading, most_reading);
    aside = std::min(available - gutter - reading, most_aside);
    content = reading + gutter + aside;
  } else if (!parts.aside.empty() || !parts.headlines.empty()) {
    content = std::min(available, std::max(most_reading, 61 * em));
  }
  const double left = std::round((width - content) / 2);

  for (const Node* page : parts.pages) sheet.place(*page, {0, 0, width, height}, false);
  sheet.canvas.fill({0, 0, width, height}, figure::Role::page);

  const Box header{margin, 0, available, std::round(em * 3.5)};
  draw_header(sheet, parts.header, parts.steps, header);
  Foot foot(sheet, parts, margin, available);
  double bottom = height - foot.height();
  foot.draw(bottom, width, message);
  for (const Node* node : parts.progress) {
    const double high = measured(sheet, *node, available) + sheet.px(24);
    bottom -= high;
    sheet.canvas.rule(0, bottom, width);
    draw_progress(sheet, *node, {margin, bottom + sheet.px(12), available, 0});
  }

  const std::string heading =
      parts.header != nullptr && !parts.header->lines.empty() ? parts.header->lines.front() : std::string();
  const double pad = sheet.px(32);
  double top = header.bottom();
  if (layout.wide && !parts.headlines.empty()) {
    for (const Node* node : parts.headlines) {
      top += pad + draw_headline(sheet, *node, {left, top + pad, content, 0});
    }
  }
  const auto scroll = [&](std::size_t i) { return i < scrolls.size() ? scrolls[i] : 0; };
  const double high = std::max(0.0, bottom - top);
  if (layout.wide) {
    const double middle = left + reading + gutter / 2;
    layout.regions.push_back(scrolled(sheet, {0, top, middle, high}, 0, scroll(0), [&](double y) {
      Stack stack(sheet, {left, y + pad, reading, 0});
      if (!heading.empty()) stack.heading(heading, reading);
      for (const Node* node : parts.reading) stack.add(*node, reading);
      return stack.height() + 2 * pad;
    }));
    layout.regions.push_back(scrolled(sheet, {middle, top, width - middle, high}, 1, scroll(1), [&](double y) {
      const double x = left + reading + gutter;
      return aside_content(sheet, parts, x, y + pad, aside, high - 2 * pad) + 2 * pad;
    }));
  } else {
    layout.regions.push_back(scrolled(sheet, {0, top, width, high}, 0, scroll(0), [&](double y) {
      Stack stack(sheet, {left, y + pad, content, 0});
      if (!heading.empty()) stack.heading(heading, content);
      for (const Node* node : parts.headlines) stack.add(*node, content);
      for (const Node* node : parts.body) {
        const bool words = node->figure == nullptr && node->role != Role::table;
        stack.add(*node, words ? std::min(content, most_reading) : content);
      }
      return stack.height() + 2 * pad;
    }));
  }
  return layout;
}

}  // namespace ui
