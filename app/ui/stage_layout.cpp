// Beside, where the window is wide: stage left, words right. Stacked otherwise: stage on top, below it words left and
// the dock right.
#include "ui/stage_layout.hpp"

#include "ui/dock.hpp"
#include "ui/foot.hpp"
#include "ui/inspector_place.hpp"
#include "ui/parts.hpp"
#include "ui/stack.hpp"
#include "ui/stage_picture.hpp"
#include "ui/stage_reading.hpp"
#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>
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
  double foot = 0;            ///< where the buttons begin: in every step at the same place
};

StagePlan plan_of(const Theme& theme, double width, double height, const Node* stage) {
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
    plan.foot = plan.column.x;
    return plan;
  }
  // At least a little more than half of the page: answers in words need the rest. A task with a field needs less, but
  // on a wall its words do not, unless tabs below the field's rail leave the picture too little.
  const bool rail = stage != nullptr && StageParts(*stage).rail != nullptr;
  const bool taller = rail && (!theme.projector() || stage->actions.size() > 1);
  const double share = std::max(taller ? 0.58 : 0.0, 0.505 * width / plan.header.w);
  plan.stage = {plan.margin, top + pad / 2, plan.header.w, std::ceil(high * share)};
  plan.small = width / unit < 640 || height / unit < 480;
  if (plan.small) {
    plan.beside = true;  // words above the dock
    plan.stage.h = 0;
    plan.column = {plan.margin, top, plan.header.w, high};
    plan.foot = plan.column.x;
    return plan;
  }
  // A field needs little of a wide wall, whose letters leave words few lines.
  constexpr double usual = 0.4, wide_words = 0.48;
  const double most = theme.projector() && width / unit >= 800 ? wide_words : usual;
  const double room = plan.header.w - 2 * gutter, under = plan.stage.bottom() + pad / 2;
  const double half = std::round(room * (rail ? most : usual));
  plan.foot = plan.margin + std::round(room * most) + 2 * gutter;
  plan.words = {plan.margin, under, half, height - under};
  plan.column = {plan.margin + half + 2 * gutter, under, plan.header.w - half - 2 * gutter, height - under};
  return plan;
}

class StageComposer {
 public:
  StageComposer(Sheet& sheet, const session::View& view, double window, double height,
                const std::vector<double>& scrolls)
      : sheet_(sheet),
        theme_(sheet.canvas.theme()),
        parts_(view.root),
        scroller_(sheet, scrolls, layout_.regions),
        reading_(sheet, parts_, scroller_),
        window_(window),
        height_(height),
        width_(window - inspector_width(theme_, view, window)),
        stage_(stage_of(view)) {
    if (parts_.dock == nullptr) return;
    unanswered_ = *parts_.dock;
    for (Node& node : unanswered_.children) {
      if (node.purpose == Purpose::number) node.value.clear();
    }
  }

  Layout compose(const std::string& message) {
    for (const Node* page : parts_.pages) sheet_.place(*page, {0, 0, window_, height_}, false);
    const bool drawer = parts_.inspector != nullptr && width_ >= window_;
    const double whole = height_, top = plan_of(theme_, width_, height_, stage_).header.h;
    if (drawer) height_ -= drawer_height(theme_, height_ - top);
    const StagePlan plan = plan_of(theme_, width_, height_, stage_);
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
  void column(const StagePlan& whole, const std::string& message) {
    StagePlan plan = whole;
    const std::string& said = message.empty() && parts_.lasting != nullptr ? parts_.lasting->label : message;
    const Box& at = plan.column;
    Foot foot = foot_of(whole, said);
    double bottom = at.bottom() - foot.height();
    if (parts_.lasting != nullptr) sheet_.place(*parts_.lasting, {at.x, bottom, at.w, foot.height()}, false);
    foot.draw(bottom, 0);
    for (const Node* node : parts_.progress) {
      const double high = measured(sheet_, *node, at.w);
      bottom -= high;
      draw_progress(sheet_, *node, {at.x, bottom, at.w, 0});
    }
    // So much of the column is left to words that stand above it.
    const double room = std::max(0.0, plan.beside ? (bottom - at.y) * 0.75 : bottom - at.y);
    const Fit fit = fit_of(whole, room);
    plan = fit.plan;
    const DockLook& look = fit.look;
    if (fit.across > 0) ask_across(whole);
    const double pad = pad_of(plan, look), top = bottom - std::min(room, needed(plan, look));
    const Box box{at.x, plan.beside ? top : at.y, at.w, plan.beside ? bottom - top : bottom - at.y};
    if (!plan.beside && parts_.dock == nullptr) return reading_.apart(plan.words, box);
    // Below a question across the page a heading has no room.
    const bool above = fit.across > 0;
    reading_.words(plan.beside ? Box{at.x, at.y, at.w, top - at.y} : plan.words, above, !look.question && !above);
    Region& dock = scroller_.part(with_sides(sheet_, box), [&](double y) {
      if (parts_.dock == nullptr) return 0.0;
      return draw_dock(sheet_, *parts_.dock, {at.x, y + pad, at.w, 0}, look) + 2 * pad;
    });
    more_below(sheet_, dock, pad);
    if (plan.beside && layout_.regions.front().most() > 0.5) sheet_.canvas.rule(at.x, top, at.w);
  }

  /// Where the open task has its room.
  struct Fit {
    StagePlan plan;
    DockLook look;
    double across = 0;  ///< height of the question where it stands above words and dock, as wide as the page
  };

  /// What fits of these comes first: the question in the dock; on a wall, with less air, in a wider dock, across the
  /// page. Where the answers leave it no room at all it leads the words.
  [[nodiscard]] Fit fit_of(const StagePlan& plan, double room) const {
    if (parts_.dock == nullptr || plan.beside) return {plan, {true, false}};
    const double across = theme_.projector() ? across_height(plan) : 0;
    std::vector<Fit> all{{plan, {true, false}}};
    if (theme_.projector()) {
      all.push_back({plan, {true, true}});
      all.push_back({wider(plan), {true, true}});
      all.push_back({lower(plan, across), {false, false}, across});
      all.push_back({lower(plan, across), {false, true}, across});
      all.push_back({lower(wider(plan), across), {false, true}, across});
    }
    for (const Fit& fit : all) {
      if (needed(fit.plan, fit.look) <= room - fit.across) return fit;
    }
    const DockLook look{false, needed(plan, {false, false}) > room};
    const double high = needed(plan, look);
    return {high > room && needed(wider(plan), look) < high ? wider(plan) : plan, look};
  }

  /// Words and dock below a question across the page.
  [[nodiscard]] static StagePlan lower(StagePlan plan, double across) {
    for (Box* part : {&plan.words, &plan.column}) {
      part->y += across;
      part->h -= across;
    }
    return plan;
  }

  [[nodiscard]] double across_height(const StagePlan& plan) const {
    Canvas dry(nullptr, sheet_.canvas.fonts(), theme_);
    Sheet scratch = sheet_.scratch(dry);
    return draw_across(scratch, plan);
  }
  void ask_across(const StagePlan& plan) { draw_across(sheet_, plan); }

  /// The question and its hint, and the air above them.
  double draw_across(Sheet& sheet, const StagePlan& plan) const {
    const double pad = sheet.px(8), wide = plan.column.right() - plan.words.x;
    const Box at{plan.words.x, plan.words.y + pad, wide, 0};
    if (const double line = ask_in_a_line(sheet, at); line > 0) return line + pad;
    Stack stack(sheet, at);
    for (const Node& node : asked_in(*parts_.dock)) stack.add(node, wide);
    return stack.height() + pad;
  }

  /// The question alone, and its hint at the end of its one line: a row that the words below it have. 0: it is longer.
  double ask_in_a_line(Sheet& sheet, const Box& at) const {
    const std::span<const Node> asked = asked_in(*parts_.dock);
    if (asked.size() != 1 || asked.front().actions.size() != 1) return 0;
    const Node& hint = asked.front();
    Node question = hint;
    question.actions.clear();
    const double room = button_width(sheet, hint.actions.front(), Look::small) + sheet.px(24);
    const double high = measured(sheet, question, at.w - room);
    if (high > 1.5 * sheet.canvas.leading({Face::bold, Type::lead})) return 0;
    draw_node(sheet, question, {at.x, at.y, at.w - room, 0});
    const double lower = (high - 2 * sheet.canvas.size({Face::words, Type::small})) / 2 - sheet.px(4);
    draw_actions(sheet, hint, {at.right() - room, std::round(at.y + lower), room, 0}, actions_of(hint));
    return high;
  }

  /// Where an open task would be cut no row is kept for buttons that are not there; then those that lead elsewhere are
  /// left to their keys, which F1 lists.
  [[nodiscard]] Foot foot_of(const StagePlan& plan, const std::string& said) {
    const Box& at = plan.column;
    const auto of = [&](std::vector<const Node*> buttons, bool tight) {
      return Foot(sheet_, {parts_.primary, std::move(buttons), said, true, tight}, plan.foot, at.right() - plan.foot,
                  height_);
    };
    Foot whole = of(parts_.buttons, false);
    const bool stacked = !plan.beside;
    Foot tight = of(parts_.buttons, stacked);
    if (stacked && reading_.lies_across(plan.words)) return tight;
    if (stacked && parts_.dock == nullptr && reading_.overflows({at.x, at.y, at.w, at.h - whole.height()}))
      return tight;
    // Words are read before the question: on a wall it leaves the dock only where no foot leaves it room there.
    const auto leads = [&](const Foot& foot) {
      const Fit fit = fit_of(plan, at.h - foot.height());
      return fit.look.question ? 0 : fit.across > 0 ? 1 : 2;
    };
    if (theme_.projector() && leads(tight) < leads(whole)) return tight;
    if (at.h - whole.height() >= needed(plan, {false, false})) return whole;
    if (at.h - tight.height() >= needed(stacked ? wider(plan) : plan, {false, stacked})) return tight;
    std::vector<const Node*> ways = parts_.buttons;
    std::erase_if(ways, [](const Node* node) { return node->way == session::Way::elsewhere; });
    return of(std::move(ways), stacked);
  }

  /// Stacked: answers that need more lines than there are have more of the page's width. The foot keeps its place.
  [[nodiscard]] static StagePlan wider(StagePlan plan) {
    const double more = std::round(plan.words.w * 0.25);
    plan.words.w -= more;
    plan.column.x -= more;
    plan.column.w += more;
    return plan;
  }

  [[nodiscard]] double pad_of(const StagePlan& plan, const DockLook& look) const {
    return sheet_.px(plan.beside ? 16 : look.tight ? 4 : 8);
  }
  /// Height of the open task with the air around it; 0: there is none. As if nothing were guessed yet: the first click
  /// on an axis moves nothing.
  [[nodiscard]] double needed(const StagePlan& plan, const DockLook& look) const {
    if (parts_.dock == nullptr) return 0;
    return dock_height(sheet_, unanswered_, plan.column.w, look) + 2 * pad_of(plan, look);
  }

  Sheet& sheet_;
  const Theme& theme_;
  Parts parts_;
  Layout layout_;
  Scroller scroller_;
  StageReading reading_;
  double window_, height_, width_;
  const Node* stage_;
  Node unanswered_;  ///< the dock, nothing guessed in it yet
};

}  // namespace

const Node* stage_of(const session::View& view) {
  const auto found = std::ranges::find(view.root.children, Purpose::stage, &Node::purpose);
  return found == view.root.children.end() ? nullptr : &*found;
}

FigureFrame stage_frame(const Theme& theme, const session::View& view, double width, double height) {
  const double across = width - inspector_width(theme, view, width);
  const StagePlan plan = plan_of(theme, across, height, stage_of(view));
  const double unit = theme.scale * (theme.projector() ? 1.2 : 1);
  if (plan.small) return {std::floor(width / unit), std::floor(height / unit)};  // laid over the page
  return {std::floor(plan.stage.w / unit),
          std::floor(figure_height(theme, *stage_of(view), plan.stage, plan.beside) / unit)};
}

Layout compose_stage(Sheet& sheet, const session::View& view, double width, double height,
                     const std::vector<double>& scrolls, const std::string& message) {
  return StageComposer(sheet, view, width, height, scrolls).compose(message);
}

}  // namespace ui
