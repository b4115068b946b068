// Where everything goes.
#include "ui/layout.hpp"

#include "ui/flow.hpp"
#include "ui/foot.hpp"
#include "ui/views/views.hpp"

#include <algorithm>
#include <array>
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

/// A number that a figure of the page takes, too.
bool is_drawn(const Node& node) {
  return node.purpose == Purpose::number && !node.figure_id.empty();
}

/// What a question is answered with.
bool answers(const Node& node) {
  constexpr std::array roles = {Purpose::number, Purpose::words, Purpose::taps, Purpose::choice};
  return std::ranges::find(roles, node.purpose) != roles.end();
}

/// Of the question's task: its answer, and what is said of it.
bool belongs(const Node& node) {
  return answers(node) || node.purpose == Purpose::verdict || node.purpose == Purpose::explanation ||
         node.said == session::Said::reply;
}

/// The view's nodes by the part of the window they belong to.
struct Parts {
  const Node* header = nullptr;
  const Node* steps = nullptr;
  const Node* primary = nullptr;
  const Node* inspector = nullptr;
  std::vector<const Node*> pages, headlines, reading, aside, progress, buttons;
  const Node* lasting = nullptr;  ///< said at the foot while nothing else is
  std::vector<const Node*> body;  ///< reading and aside in the view's order, for one column

  void add(const Node& node) {
    switch (node.purpose) {
      case Purpose::page:
        pages.push_back(&node);
        break;
      case Purpose::header:
        header = &node;
        break;
      case Purpose::steps:
        steps = &node;
        return;  // its children are drawn by the header
      case Purpose::step:
        break;
      case Purpose::inspector:
        inspector = &node;
        return;  // its children are its own
      case Purpose::progress:
        progress.push_back(&node);
        break;
      case Purpose::button:
        if (node.primary && primary == nullptr) {
          primary = &node;
        } else {
          buttons.push_back(&node);
        }
        break;
      case Purpose::headline:
        headlines.push_back(&node);
        break;
      case Purpose::strip:
      case Purpose::figure:
      case Purpose::slider:
      case Purpose::table:
      case Purpose::source:
        put(node, aside);
        break;
      case Purpose::badge:
        put(node, last_was_aside ? aside : reading);
        break;
      case Purpose::prose:
      case Purpose::chain:
      case Purpose::question:
      case Purpose::number:
      case Purpose::words:
      case Purpose::taps:
      case Purpose::choice:
      case Purpose::verdict:
      case Purpose::explanation:
      case Purpose::notice:
        if (node.said == session::Said::lasting) {
          lasting = &node;
          break;
        }
        put(node, reading);
        break;
      case Purpose::error:
        put(node, reading);
        break;
    }
    for (const Node& child : node.children) add(child);
  }
  [[nodiscard]] const Node* question() const {
    const auto found = std::ranges::find(reading, Purpose::question, &Node::purpose);
    return found == reading.end() ? nullptr : *found;
  }
  /// The question and what stands below it as far as it belongs to it.
  [[nodiscard]] std::vector<const Node*> task() const {
    auto at = std::ranges::find(reading, Purpose::question, &Node::purpose);
    std::vector<const Node*> nodes;
    if (at == reading.end()) return nodes;
    do nodes.push_back(*at++);
    while (at != reading.end() && belongs(**at));
    return nodes;
  }
  /// The figure that the page's number is drawn on.
  [[nodiscard]] const Node* drawn() const {
    auto found = std::ranges::find_if(body, [](const Node* node) { return is_drawn(*node); });
    found = std::find_if(found, body.end(), [](const Node* node) { return node->purpose == Purpose::figure; });
    return found == body.end() ? nullptr : *found;
  }

 private:
  void put(const Node& node, std::vector<const Node*>& where) {
    where.push_back(&node);
    body.push_back(&node);
    last_was_aside = &where == &aside;
  }
  bool last_was_aside = false;
};

bool is_words(const Node& node) {
  return node.figure == nullptr && node.purpose != Purpose::table && node.purpose != Purpose::source &&
         node.purpose != Purpose::slider;
}

/// How many of the figures stand above the words in one column: the scene with its sliders, the strip to work on, or a
/// reveal's first figure.
std::size_t leading(const Parts& parts) {
  const auto& aside = parts.aside;
  const auto is_slider = [&](std::size_t i) { return i < aside.size() && aside[i]->purpose == Purpose::slider; };
  std::size_t scene = 0;
  while (scene < aside.size() && (is_slider(scene) || is_slider(scene + 1))) ++scene;
  if (scene > 0 || aside.empty()) return scene;
  return !parts.headlines.empty() || aside.front()->purpose == Purpose::strip ? 1 : 0;
}

double space_between(const Sheet& sheet, Purpose above, Purpose below) {
  if (above == Purpose::header) return sheet.px(16);
  if (above == below && (below == Purpose::choice)) return sheet.px(4);
  if (below == Purpose::badge) return sheet.px(12);
  if (above == Purpose::slider || below == Purpose::slider) return sheet.px(8);
  if (above == Purpose::question) return sheet.px(16);
  if (below == Purpose::question) return sheet.px(32);
  return sheet.px(24);
}

/// How high a node would be.
double measured(Sheet& sheet, const Node& node, double width) {
  Canvas dry(nullptr, sheet.canvas.fonts(), sheet.canvas.theme());
  Sheet scratch = sheet.scratch(dry);
  return draw_node(scratch, node, {0, 0, width, 0});
}

/// Nodes below each other, badges side by side; returns the height.
class Stack {
 public:
  Stack(Sheet& sheet, const Box& at) : sheet_(sheet), at_(at), y_(at.y) {}

  /// The page's own heading, which belongs to no node of its own.
  void heading(const std::string& text, double width) {
    y_ += set_text(sheet_.canvas, text, {Face::bold, Type::title}, at_.x, y_, width);
    above_ = Purpose::header;
    first_ = false;
  }

  void add(const Node& node, double width) {
    if (node.purpose == Purpose::badge && above_ == Purpose::badge && row_right_ + sheet_.px(8) < at_.right()) {
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
    if (!first_) y_ += space_between(sheet_, above_, node.purpose);
    row_top_ = y_;
    y_ += draw_node(sheet_, node, {at_.x, y_, width, 0});
    row_right_ = sheet_.placements.back().box.right();
    above_ = node.purpose;
    first_ = false;
  }
  [[nodiscard]] double height() const { return y_ - at_.y; }

 private:
  Sheet& sheet_;
  Box at_;
  double y_, row_top_ = 0, row_right_ = 0;
  Purpose above_ = Purpose::page;
  bool first_ = true;
};

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

/// What is selected, below a title of its own.
void inspector_nodes(Sheet& sheet, const Node& inspector, Stack& stack, const Box& at) {
  const std::size_t first = sheet.placements.size();
  stack.heading(inspector.label, at.w);
  for (const Node& node : inspector.children) stack.add(node, at.w);
  double bottom = at.y + 1;
  for (std::size_t i = first; i < sheet.placements.size(); ++i) {
    bottom = std::max(bottom, sheet.placements[i].box.bottom());
  }
  sheet.place(inspector, {at.x, at.y, at.w, bottom - at.y}, false);
}

/// In a drawer: what there is to select at the left, what is told of it at the right; returns the height.
double drawer_nodes(Sheet& sheet, const Node& inspector, const Box& at) {
  const double gap = sheet.px(32), half = std::round((at.w - gap) * 0.45);
  Stack taps(sheet, {at.x, at.y, half, 0});
  taps.heading(inspector.label, half);
  Stack told(sheet, {at.x + half + gap, at.y, at.w - half - gap, 0});
  for (const Node& node : inspector.children) {
    if (node.purpose == Purpose::taps) {
      taps.add(node, half);
    } else {
      told.add(node, at.w - half - gap);
    }
  }
  const double high = std::max(taps.height(), told.height());
  sheet.place(inspector, {at.x, at.y, at.w, high}, false);
  return high;
}

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

}  // namespace

void scroll_bar(Sheet& sheet, const Region& region) {
  if (region.most() <= 0.5) return;
  const double wide = sheet.px(4), shown = region.box.h / region.content;
  const double length = std::max(sheet.px(24), region.box.h * shown);
  const double top = region.box.y + (region.box.h - length) * region.scroll / region.most();
  sheet.canvas.fill({region.box.right() - wide - sheet.px(2), top, wide, length}, figure::Role::quiet_ink,
                    figure::Shade::fill, wide / 2, 0.35);
}

double inspector_width(const Theme& theme, const session::View& view, double width) {
  const auto is_open = [](const Node& node) { return node.purpose == Purpose::inspector; };
  if (std::ranges::none_of(view.root.children, is_open)) return 0;
  const double em = theme.size(Type::body), wide = std::round(std::clamp(0.3 * width, 24 * em, 32 * em));
  return width - wide < 45 * em ? 0 : wide;
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

Layout compose(Sheet& sheet, const session::View& view, double window, double height,
               const std::vector<double>& scrolls, const std::string& message) {
  Parts parts;
  parts.add(view.root);
  const Theme& theme = sheet.canvas.theme();
  const double width = window - inspector_width(theme, view, window);
  const Columns columns = columns_of(theme, width, asks_to_draw(theme, view));
  const double em = theme.size(Type::body), margin = columns.margin, gutter = columns.gutter;
  const double available = width - 2 * margin, across = window - 2 * margin;
  Layout layout;
  layout.wide = columns.wide && !parts.aside.empty();
  const double reading = layout.wide ? columns.reading : std::min(available, most_reading * em);
  const double aside = layout.wide ? columns.aside : 0;
  double content = reading;
  if (layout.wide) {
    content = reading + gutter + aside;
  } else if (!parts.aside.empty() || !parts.headlines.empty()) {
    content = columns.wide ? available : columns.aside;
  }
  const double left = std::round((width - content) / 2);

  for (const Node* page : parts.pages) sheet.place(*page, {0, 0, window, height}, false);

  const Box header{margin, 0, across, header_height(theme)};
  draw_header(sheet, parts.header, parts.steps, header);
  const std::string& said = message.empty() && parts.lasting != nullptr ? parts.lasting->label : message;
  Foot foot(sheet, {parts.primary, parts.buttons, said}, margin, across, height);
  double bottom = height - foot.height();
  if (parts.lasting != nullptr) sheet.place(*parts.lasting, {0, bottom, window, foot.height()}, false);
  foot.draw(bottom, window);
  for (const Node* node : parts.progress) {
    const double high = measured(sheet, *node, across) + sheet.px(24);
    bottom -= high;
    sheet.canvas.rule(0, bottom, window);
    draw_progress(sheet, *node, {margin, bottom + sheet.px(12), across, 0});
  }

  const std::string heading =
      parts.header != nullptr && !parts.header->lines.empty() ? parts.header->lines.front() : std::string();
  const double pad = sheet.px(32);
  double top = header.bottom();
  const Box beside{width, top, window - width, std::max(0.0, bottom - top)};
  // Where there is no room beside the page a drawer lies below it.
  const bool drawer = parts.inspector != nullptr && beside.w <= 0;
  // On a wall what is told of the selected is more than a few lines of large type.
  if (drawer) bottom -= std::round((bottom - top) * (theme.projector() ? 0.6 : 0.45));
  if (layout.wide && !parts.headlines.empty()) {
    for (const Node* node : parts.headlines) {
      top += pad + draw_headline(sheet, *node, {left, top + pad, content, 0});
    }
  }
  const auto scroll = [&](std::size_t i) { return i < scrolls.size() ? scrolls[i] : 0; };
  const double high = std::max(0.0, bottom - top);
  // Air below is no reason to scroll.
  const auto padded = [&](double words) {
    const double whole = words + 2 * pad;
    return words + pad <= high ? std::min(whole, high) : whole;
  };
  if (layout.wide) {
    const double middle = left + reading + gutter / 2;
    layout.regions.push_back(scrolled(sheet, {0, top, middle, high}, 0, scroll(0), [&](double y) {
      Stack stack(sheet, {left, y + pad, reading, 0});
      if (!heading.empty()) stack.heading(heading, reading);
      // What is to be drawn beside it is asked in sight, if need be before what leads to it.
      const Node* ahead = asks_to_draw(theme, view) ? parts.question() : nullptr;
      double down = stack.height() + pad;
      for (const Node* node : parts.reading) {
        if (ahead != nullptr) down += measured(sheet, *node, reading) + sheet.px(24);
        if (node == ahead) break;
      }
      if (down < high) ahead = nullptr;
      if (ahead != nullptr) stack.add(*ahead, reading);
      for (const Node* node : parts.reading) {
        if (node != ahead) stack.add(*node, reading);
      }
      return padded(stack.height());
    }));
    layout.regions.push_back(scrolled(sheet, {middle, top, width - middle, high}, 1, scroll(1), [&](double y) {
      Stack stack(sheet, {left + reading + gutter, y + pad, aside, 0});
      const auto wide = [&](const Node&) { return aside; };
      // What is to be drawn on is not looked for below a figure that is only looked at.
      const Node* drawn = leading(parts) == 0 ? parts.drawn() : nullptr;
      if (drawn != nullptr && end_of(sheet, {}, parts.aside, *drawn, wide) + pad <= high) drawn = nullptr;
      if (drawn != nullptr) stack.add(*drawn, aside);
      for (const Node* node : parts.aside) {
        if (node == drawn) continue;
        // Below a headline the first figure is seen whole, if that takes no more than a little of its size.
        const bool below = !parts.headlines.empty() && node == parts.aside.front();
        const double share = below ? (high - 1.5 * pad) / measured(sheet, *node, aside) : 1;
        stack.add(*node, share < 0.85 ? aside : aside * std::min(share, 1.0));
      }
      return padded(stack.height());
    }));
  } else {
    layout.regions.push_back(scrolled(sheet, {0, top, width, high}, 0, scroll(0), [&](double y) {
      Stack stack(sheet, {left, y + pad, content, 0});
      if (!heading.empty()) stack.heading(heading, content);
      for (const Node* node : parts.headlines) stack.add(*node, content);
      const auto width_of = [&](const Node& node) {
        return is_words(node) ? std::min(content, most_reading * em) : content;
      };
      const auto is_low = [&](const Node& node) {
        return end_of(sheet, heading, parts.body, node, width_of) + pad > high;
      };
      // What a class came for is not looked for below the words; nor is what is asked of a strip, or to be drawn; nor,
      // on a wall, what is to be answered.
      const std::size_t first = leading(parts);
      const bool works = first > 0 && parts.aside.front()->purpose == Purpose::strip;
      const Node* drawn = first == 0 ? parts.drawn() : nullptr;
      if (drawn != nullptr && !is_low(*drawn)) drawn = nullptr;
      std::vector<const Node*> ahead = parts.task();
      if (works || drawn != nullptr) {
        ahead.resize(std::min<std::size_t>(ahead.size(), 1));
      } else {
        const auto last = std::find_if(ahead.rbegin(), ahead.rend(), [](const Node* node) { return answers(*node); });
        if (first > 0 || !theme.projector() || last == ahead.rend() || !is_low(**last)) ahead.clear();
      }
      for (const Node* node : ahead) stack.add(*node, node->purpose == Purpose::question ? content : width_of(*node));
      // As large as what is left below the question; where that is too small to be read, as large as ever.
      const auto add_into_rest = [&](const Node& node, double least) {
        const double air = works ? pad : 2 * pad;  // what else can be done with a strip may lie below it
        const double share = (high - stack.height() - air) / measured(sheet, node, content);
        stack.add(node, content * (share < least ? 1.0 : std::min(share, 1.0)));
        ahead.push_back(&node);
      };
      for (std::size_t i = 0; i < first; ++i) add_into_rest(*parts.aside[i], works ? 0.75 : 1.0);
      if (drawn != nullptr) add_into_rest(*drawn, theme.projector() ? 0.5 : 0.75);
      for (const Node* node : parts.body) {
        if (std::ranges::find(ahead, node) == ahead.end()) stack.add(*node, width_of(*node));
      }
      return padded(stack.height());
    }));
  }
  if (drawer) {
    const double end = beside.bottom(), side = theme.px(16);
    sheet.canvas.rule(0, bottom, window);
    const int index = static_cast<int>(layout.regions.size());
    layout.regions.push_back(
        scrolled(sheet, {0, bottom, window, end - bottom}, index, scroll(layout.regions.size()), [&](double y) {
          return drawer_nodes(sheet, *parts.inspector, {margin, y + side, across, 0}) + 2 * side;
        }));
  }
  if (beside.w > 0) {
    sheet.canvas.fill({beside.x, beside.y, theme.hairline(), beside.h}, figure::Role::hairline);
    const double side = theme.px(24);
    const int index = static_cast<int>(layout.regions.size());
    layout.regions.push_back(scrolled(sheet, beside, index, scroll(layout.regions.size()), [&](double y) {
      const Box inside{beside.x + side, y + pad, beside.w - 2 * side, 0};
      Stack stack(sheet, inside);
      inspector_nodes(sheet, *parts.inspector, stack, inside);
      return stack.height() + 2 * pad;
    }));
  }
  return layout;
}

}  // namespace ui
