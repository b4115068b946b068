// Beside, where the window is wide: stage left, words right. Stacked otherwise: stage on top, below it words left and
// the dock right.
#include "ui/stage_layout.hpp"

#include "ui/dock.hpp"
#include "ui/foot.hpp"
#include "ui/inspector_place.hpp"
#include "ui/parts.hpp"
#include "ui/stack.hpp"
#include "ui/stage_picture.hpp"
#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace ui {
namespace {

using session::Node;
using session::Purpose;

/// Where the parts of the page stand; pixels.
struct StagePlan {
  bool beside = false;
  bool small = false;  ///< no room for the stage: it is a key away
  double margin = 0;
  Box header, stage, column;  ///< column: words above, dock below; stacked, the dock's own half
  Box words;                  ///< stacked: the other half
};

/// `low`: the task is answered in a field, which needs little below the stage.
StagePlan plan_of(const Theme& theme, double width, double height, bool low) {
  constexpr double least_beside = 1200, least_share = 1.45;
  // A wall's letters are half as large again: to them a window is so much smaller.
  const double unit = theme.scale * (theme.projector() ? 1.5 : 1);
  StagePlan plan;
  plan.beside = width / unit >= least_beside && width >= least_share * height;
  plan.margin = theme.px(width < 1100 * theme.scale ? 24 : 32);
  const double top = std::round(theme.size(Type::body) * (theme.projector() ? 2.25 : 3.25)), pad = theme.px(16);
  plan.header = {plan.margin, 0, width - 2 * plan.margin, top};
  const double high = height - top, gutter = theme.px(24);
  if (plan.beside) {
    const double split = std::round(width * 0.655);
    plan.stage = {plan.margin, top + pad, split - gutter - plan.margin, high - 2 * pad};
    plan.column = {split + gutter, top, width - plan.margin - split - gutter, high};
    return plan;
  }
  // At least a little more than half of the page: answers in words need the rest.
  const double share = std::max(low ? 0.58 : 0.0, 0.505 * width / plan.header.w);
  plan.stage = {plan.margin, top + pad / 2, plan.header.w, std::ceil(high * share)};
  plan.small = width / unit < 640 || height / unit < 480;
  if (plan.small) {
    plan.beside = true;  // words above the dock
    plan.stage.h = 0;
    plan.column = {plan.margin, top, plan.header.w, high};
    return plan;
  }
  const double under = plan.stage.bottom() + pad / 2, half = std::round((plan.header.w - 2 * gutter) * 0.4);
  plan.words = {plan.margin, under, half, height - under};
  plan.column = {plan.margin + half + 2 * gutter, under, plan.header.w - half - 2 * gutter, height - under};
  return plan;
}

bool has_rail(const session::View& view) {
  const Node* stage = stage_of(view);
  return stage != nullptr && StageParts(*stage).rail != nullptr;
}

class StageComposer {
 public:
  StageComposer(Sheet& sheet, const session::View& view, double window, double height,
                const std::vector<double>& scrolls)
      : sheet_(sheet),
        theme_(sheet.canvas.theme()),
        parts_(view.root),
        scroller_(sheet, scrolls, layout_.regions),
        window_(window),
        height_(height),
        width_(window - inspector_width(theme_, view, window)),
        low_(has_rail(view)) {}

  Layout compose(const std::string& message) {
    for (const Node* page : parts_.pages) sheet_.place(*page, {0, 0, window_, height_}, false);
    const bool drawer = parts_.inspector != nullptr && width_ >= window_;
    const double whole = height_, top = plan_of(theme_, width_, height_, low_).header.h;
    if (drawer) height_ -= drawer_height(theme_, height_ - top);
    const StagePlan plan = plan_of(theme_, width_, height_, low_);
    draw_header(sheet_, parts_.header, parts_.steps, {plan.margin, 0, window_ - 2 * plan.margin, plan.header.h});
    if (plan.beside && !plan.small) {
      const double x = std::round((plan.stage.right() + plan.column.x) / 2);
      sheet_.canvas.fill({x, plan.header.bottom(), theme_.hairline(), height_ - plan.header.bottom()},
                         figure::Role::hairline, figure::Shade::tint);
    } else if (!plan.small) {
      sheet_.canvas.rule(0, plan.words.y, width_);
    }
    column(plan, message);
    if (!plan.small) draw_stage(sheet_, scroller_, *parts_.stage, plan.stage, plan.beside);
    if (drawer) {
      draw_drawer(sheet_, scroller_, *parts_.inspector, {0, height_, window_, whole - height_}, plan.margin);
    } else if (parts_.inspector != nullptr) {
      const double under = plan.header.bottom();
      draw_inspector(sheet_, scroller_, *parts_.inspector, {width_, under, window_ - width_, whole - under});
    }
    return std::move(layout_);
  }

 private:
  /// Buttons at the bottom, above them what goes on, then the open task; words have the rest.
  void column(const StagePlan& plan, const std::string& message) {
    const std::string& said = message.empty() && parts_.lasting != nullptr ? parts_.lasting->label : message;
    const Box& at = plan.column;
    Foot foot = foot_of(plan, said);
    double bottom = at.bottom() - foot.height();
    if (parts_.lasting != nullptr) sheet_.place(*parts_.lasting, {at.x, bottom, at.w, foot.height()}, false);
    foot.draw(bottom, 0);
    for (const Node* node : parts_.progress) {
      const double high = measured(sheet_, *node, at.w);
      bottom -= high;
      draw_progress(sheet_, *node, {at.x, bottom, at.w, 0});
    }
    const double pad = sheet_.px(plan.beside ? 16 : 8);
    // So much of the column is left to words that stand above it.
    const double room = std::max(0.0, plan.beside ? (bottom - at.y) * 0.75 : bottom - at.y);
    const auto height = [&](bool question) {
      return parts_.dock == nullptr ? 0 : dock_height(sheet_, *parts_.dock, at.w, question) + 2 * pad;
    };
    // Where the answers leave it no room the question leads the words.
    const bool asks = parts_.dock == nullptr || plan.beside || height(true) <= room;
    const double top = bottom - std::min(room, height(asks));
    const Box box{at.x, plan.beside ? top : at.y, at.w, plan.beside ? bottom - top : bottom - at.y};
    if (!plan.beside && parts_.dock == nullptr) return apart(plan.words, box);
    words(plan.beside ? Box{at.x, at.y, at.w, top - at.y} : plan.words, asks);
    scroller_.part(sides(box), [&](double y) {
      if (parts_.dock == nullptr) return 0.0;
      return draw_dock(sheet_, *parts_.dock, {at.x, y + pad, at.w, 0}, asks) + 2 * pad;
    });
    if (plan.beside && layout_.regions.front().most() > 0.5) sheet_.canvas.rule(at.x, top, at.w);
  }

  /// Where an open task would be cut, buttons that lead elsewhere are left to their keys, which F1 lists.
  [[nodiscard]] Foot foot_of(const StagePlan& plan, const std::string& said) {
    const Box& at = plan.column;
    const auto of = [&](std::vector<const Node*> buttons) {
      return Foot(sheet_, {parts_.primary, std::move(buttons), said, true}, at.x, at.w, height_);
    };
    Foot whole = of(parts_.buttons);
    if (parts_.dock == nullptr) return whole;
    const double needed = dock_height(sheet_, *parts_.dock, at.w, false) + 2 * sheet_.px(plan.beside ? 16 : 8);
    if (at.h - whole.height() >= needed) return whole;
    std::vector<const Node*> ways = parts_.buttons;
    std::erase_if(ways, [](const Node* node) { return node->way == session::Way::elsewhere; });
    return of(std::move(ways));
  }

  /// Rings and washes reach a little beyond the column.
  [[nodiscard]] Box sides(const Box& box) const {
    const double beyond = sheet_.px(12);
    return {box.x - beyond, box.y, box.w + 2 * beyond, box.h};
  }

  /// Stacked, with nothing to answer: what was told stands left, what led there and remarks in the dock's place.
  void apart(const Box& left, const Box& right) {
    const std::span<const Node* const> all = parts_.reading;
    const bool answered = !all.empty() && all.front()->purpose == Purpose::verdict;
    const auto leads = [&](const Node* node) {
      if (!answered) return node->purpose == Purpose::prose || node->purpose == Purpose::chain;
      return node->purpose == Purpose::verdict || node->purpose == Purpose::explanation;
    };
    const auto split = static_cast<std::size_t>(std::ranges::find_if_not(all, leads) - all.begin());
    read(left, all.first(split), answered, false);
    read(right, all.subspan(split), !answered, false);
  }

  /// What was answered comes first, then the step's own words below their heading; `asked`: the question stands in the
  /// dock.
  void words(const Box& box, bool asked) { read(box, parts_.reading, false, !asked); }

  /// `headed`: the step's heading is elsewhere; `leads`: the open task's question comes first.
  void read(const Box& box, std::span<const Node* const> nodes, bool headed, bool leads) {
    const double pad = sheet_.px(box.h < sheet_.px(360) ? 8 : 20);
    scroller_.part(sides(box), [&](double y) {
      Stack stack(sheet_, {box.x, y + pad, box.w, 0});
      bool done = headed || parts_.header == nullptr || parts_.header->lines.empty();
      const auto heading = [&] {
        if (!std::exchange(done, true)) stack.heading(parts_.header->lines.front(), box.w);
      };
      const bool answered = !nodes.empty() && nodes.front()->purpose == Purpose::verdict;
      if (leads) {
        for (const Node& node : parts_.dock->children) {
          if (node.purpose == Purpose::question) stack.add(node, box.w);
        }
        done = true;
      }
      if (!answered) heading();
      for (const Node* node : nodes) {
        if (node->purpose == Purpose::prose) heading();
        stack.add(*node, box.w);
      }
      heading();
      return stack.height() + 2 * pad;
    });
  }

  Sheet& sheet_;
  const Theme& theme_;
  Parts parts_;
  Layout layout_;
  Scroller scroller_;
  double window_, height_, width_;
  bool low_;
};

}  // namespace

const Node* stage_of(const session::View& view) {
  const auto found = std::ranges::find(view.root.children, Purpose::stage, &Node::purpose);
  return found == view.root.children.end() ? nullptr : &*found;
}

FigureFrame stage_frame(const Theme& theme, const session::View& view, double width, double height) {
  const double across = width - inspector_width(theme, view, width);
  const StagePlan plan = plan_of(theme, across, height, has_rail(view));
  const double unit = theme.scale * (theme.projector() ? 1.2 : 1);
  if (plan.small) return {std::floor(width / unit), std::floor(height / unit)};  // laid over the page
  return {std::floor(plan.stage.w / unit),
          std::floor(picture_height(theme, *stage_of(view), plan.stage, plan.beside) / unit)};
}

Layout compose_stage(Sheet& sheet, const session::View& view, double width, double height,
                     const std::vector<double>& scrolls, const std::string& message) {
  return StageComposer(sheet, view, width, height, scrolls).compose(message);
}

}  // namespace ui
