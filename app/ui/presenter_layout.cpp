// Two columns, or one where the window is narrow.
#include "ui/presenter_layout.hpp"

#include "ui/foot.hpp"
#include "ui/parts.hpp"
#include "ui/presenter_parts.hpp"
#include "ui/scroller.hpp"
#include "ui/stack.hpp"
#include "ui/views/views.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {
namespace {

using session::Node;
using session::Purpose;

/// What the page says of the open task; all else is of the class.
bool is_of_task(const Node& node) {
  constexpr std::array asked = {Purpose::question, Purpose::number, Purpose::answer, Purpose::explanation,
                                Purpose::reply};
  return std::ranges::find(asked, node.purpose) != asked.end() || node.said == session::Said::task ||
         node.said == session::Said::reply;
}

class PresenterComposer {
 public:
  PresenterComposer(Sheet& sheet, const session::View& view, double window, double height,
                    const std::vector<double>& scrolls)
      : sheet_(sheet), parts_(view.root), scroller_(sheet, scrolls, layout_.regions), window_(window), height_(height) {
    const Theme& theme = sheet.canvas.theme();
    margin_ = theme.px(window < 1100 * theme.scale ? 24 : 32);
    for (const Node* node : parts_.reading) (is_of_task(*node) ? task_ : room_).push_back(node);
    layout_.wide = window >= 1000 * theme.scale;
  }

  Layout compose(const std::string& message) {
    const Theme& theme = sheet_.canvas.theme();
    const double across = window_ - 2 * margin_, top = std::round(theme.size(Type::body) * 3.25);
    for (const Node* page : parts_.pages) sheet_.place(*page, {0, 0, window_, height_}, false);
    draw_header(sheet_, parts_.header, parts_.steps, {margin_, 0, across, top});
    const double bottom = foot(message, across), high = std::max(0.0, bottom - top);
    if (!layout_.wide) {
      const Type type = fitting(across, 0, high);
      scroller_.part({0, top, window_, high}, [&](double y) {
        const double above = column(sheet_, room_, {margin_, y, across, 0}, type);
        return above + column(sheet_, task_, {margin_, y + above, across, 0}, type);
      });
      return std::move(layout_);
    }
    const double gutter = theme.px(40), left = std::round((across - gutter) * 0.5), right = across - gutter - left;
    const double middle = margin_ + left + gutter / 2;
    const Type type = fitting(left, right, high);
    sheet_.canvas.fill({std::round(middle), top, theme.hairline(), high}, figure::Role::hairline, figure::Shade::tint);
    scroller_.part({0, top, middle, high}, [&](double y) {
      return column(sheet_, room_, {margin_, y, left, 0}, type);
    });
    scroller_.part({middle, top, window_ - middle, high}, [&](double y) {
      return column(sheet_, task_, {margin_ + left + gutter, y, right, 0}, type);
    });
    return std::move(layout_);
  }

 private:
  /// Buttons, what is to be said, and above them what goes on; returns its top.
  double foot(const std::string& message, double across) {
    const std::string& said = message.empty() && parts_.lasting != nullptr ? parts_.lasting->label : message;
    Foot foot(sheet_, {parts_.primary, parts_.buttons, said}, margin_, across, height_);
    double top = height_ - foot.height();
    if (parts_.lasting != nullptr) sheet_.place(*parts_.lasting, {0, top, window_, foot.height()}, false);
    foot.draw(top, window_);
    for (const Node* node : parts_.progress) {
      const double high = measured(sheet_, *node, across) + sheet_.px(24);
      top -= high;
      sheet_.canvas.rule(0, top, window_);
      draw_progress(sheet_, *node, {margin_, top + sheet_.px(12), across, 0});
    }
    return top;
  }

  /// The largest type in which both columns, or the one (`right` 0), are in sight; if there is none, the usual.
  Type fitting(double left, double right, double high) {
    Canvas dry(nullptr, sheet_.canvas.fonts(), sheet_.canvas.theme());
    for (const Type type : {Type::lead, Type::body, Type::small}) {
      Sheet scratch = sheet_.scratch(dry);
      const double room = column(scratch, room_, {0, 0, left, 0}, type);
      const double task = column(scratch, task_, {0, 0, right > 0 ? right : left, 0}, type);
      if ((right > 0 ? std::max(room, task) : room + task) <= high) return type;
    }
    return Type::body;
  }

  static double set(Sheet& sheet, const Node& node, const Box& at, const Style& style) {
    const double high = draw_paragraphs(sheet, node.paragraphs, style, at);
    sheet.place(node, {at.x, at.y, at.w, high});
    return high;
  }

  /// The hands of all letters in one line.
  static double draw_counts(Sheet& sheet, const Node& node, const Box& at) {
    const Style counts{Face::figures, Type::lead};
    return draw_labelled_field(sheet, node, at, sheet.canvas.leading(counts) + sheet.px(16), counts);
  }

  static double draw(Sheet& sheet, const Node& node, const Box& at, Type type) {
    switch (node.purpose) {
      case Purpose::thumbnail:
        return draw_thumbnail(sheet, node, at);
      case Purpose::clock:
        return draw_clock(sheet, node, at);
      case Purpose::answer:
        return draw_answer(sheet, node, at, type == Type::lead ? Type::display : Type::title);
      case Purpose::number:
        return draw_counts(sheet, node, at);
      case Purpose::reply:
        return draw_reply(sheet, node, at, type);
      case Purpose::prose:
        return draw_note(sheet, node, at, type);
      case Purpose::notice:
        return (node.actions.empty() || node.said == session::Said::task) && node.said != session::Said::reply
                   ? draw_remark(sheet, node, at, type)
                   : draw_node(sheet, node, at);
      case Purpose::question:
        return set(sheet, node, at, {Face::bold, type == Type::lead ? type : Type::body});
      case Purpose::explanation:
        return set(sheet, node, at, {Face::words, type});
      default:
        return draw_node(sheet, node, at);
    }
  }

  /// Thumbnails side by side, all else below each other.
  static double column(Sheet& sheet, const std::vector<const Node*>& nodes, const Box& at, Type type) {
    const double gap = sheet.px(type == Type::small ? 8 : 14), pad = sheet.px(16);
    double y = at.y + pad;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const bool pair = nodes[i]->purpose == Purpose::thumbnail && i + 1 < nodes.size() &&
                        nodes[i + 1]->purpose == Purpose::thumbnail;
      if (!pair) {
        y += draw(sheet, *nodes[i], {at.x, y, at.w, 0}, type) + gap;
        continue;
      }
      const Node& now = *nodes[i];
      const double half = std::floor((at.w - pad) / 2);
      y += std::max(draw_thumbnail(sheet, now, {at.x, y, half, 0}),
                    draw_thumbnail(sheet, *nodes[++i], {at.right() - half, y, half, 0}));
      y += draw_actions(sheet, now, {at.x, y, at.w, 0}, actions_of(now)) + gap;
    }
    return y - at.y;
  }

  Sheet& sheet_;
  Parts parts_;
  Layout layout_;
  Scroller scroller_;
  double window_, height_, margin_ = 0;
  std::vector<const Node*> room_, task_;
};

}  // namespace

bool is_presenters(const session::View& view) {
  return std::ranges::any_of(view.root.children, [](const Node& node) { return node.purpose == Purpose::clock; });
}

Theme presenter_theme(const Theme& wanted, double width, double height) {
  Theme theme = fitted(wanted, width, height);
  if (theme.projector()) theme.scale *= 2.0 / 3;
  return theme;
}

Layout compose_presenter(Sheet& sheet, const session::View& view, double width, double height,
                         const std::vector<double>& scrolls, const std::string& message) {
  return PresenterComposer(sheet, view, width, height, scrolls).compose(message);
}

}  // namespace ui
