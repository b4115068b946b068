// The foot of the page: buttons in their places, and a word to say.
#include "ui/foot.hpp"

#include "ui/flow.hpp"
#include "ui/views/views.hpp"

#include <cmath>

namespace ui {
namespace {

constexpr Style words_style{Face::words, Type::small, figure::Role::quiet_ink};

double button_height(const Theme& theme) {
  return std::round(theme.size(Type::body) * 2.75);
}

/// A button that can do nothing now is still drawn.
std::vector<session::Action> actions_or_label(const session::Node& node) {
  auto actions = node.actions;
  std::erase_if(actions, [](const session::Action& action) { return action.tucked; });
  if (!node.actions.empty()) return actions;
  return {{.id = {}, .label = node.label, .key = {}, .enabled = false, .why_not = {}}};
}

}  // namespace

double foot_height(const Theme& theme) {
  return button_height(theme) + 2 * theme.px(16);
}

Foot::Foot(Sheet& sheet, Content content, double left, double width, double tall)
    : sheet_(sheet),
      content_(std::move(content)),
      left_(left),
      width_(width),
      button_(button_height(sheet.canvas.theme())),
      pad_(sheet.px(16)) {
  place_buttons();
  if (rows_ > 0 && height() > tall / 4) {
    keys_ = false;
    place_buttons();
  }
  const double room = left + width - primary_ - (end_ + sheet.px(16));
  if (content_.words.empty() && !primary_action_.enabled) {
    // On a projector a reason gets no row of its own: pressing tells it.
    const std::string& why = primary_action_.why_not;
    const bool fits = sheet.canvas.width(why, words_style) <= room;
    if (fits || !sheet.canvas.theme().projector()) content_.words = why;
  }
  if (sheet.canvas.width(content_.words, words_style) > room) {
    Flow flow(sheet.canvas, words_style, width);
    flow.add(content_.words, words_style);
    flow.end();
    above_ = flow.height() + sheet.px(8);
  }
}

void Foot::place_buttons() {
  const auto shown = [&](session::Action action) {
    if (!keys_) action.key.clear();
    return action;
  };
  places_.clear();
  rows_ = 0;
  if (content_.primary != nullptr) {
    primary_action_ = shown(actions_or_label(*content_.primary).front());
    primary_ = button_width(sheet_, primary_action_, true) + sheet_.px(24);
  }
  // Words without a box: the first one's letters stand on the margin.
  const double begin = left_ - sheet_.px(16);
  double x = begin;
  for (const session::Node* node : content_.buttons) {
    for (const session::Action& any : actions_or_label(*node)) {
      const session::Action action = shown(any);
      const double wide = button_width(sheet_, action, false);
      if (x > begin && x + wide > left_ + width_ - primary_) {
        x = begin;
        ++rows_;
      }
      places_.push_back({node, action, {x, static_cast<double>(rows_), wide, button_}});
      x += wide + sheet_.px(8);
    }
  }
  end_ = x;
}

double Foot::height() const {
  return above_ + static_cast<double>(rows_ + 1) * (button_ + sheet_.px(8)) - sheet_.px(8) + 2 * pad_;
}

void Foot::draw(double y, double window) {
  sheet_.canvas.rule(0, y, window);
  for (const auto& [node, action, box] : places_) {
    const Box at{box.x, y + pad_ + above_ + box.y * (button_ + sheet_.px(8)), box.w, box.h};
    draw_button(sheet_, *node, action, at, false);
    sheet_.place(*node, at);
  }
  const double last = y + height() - pad_ - button_;
  if (content_.primary != nullptr) {
    const Box right{left_ + width_, last, 0, button_};
    const double wide = draw_button(sheet_, *content_.primary, primary_action_, right, true, true);
    sheet_.place(*content_.primary, {right.x - wide, last, wide, button_});
  }
  if (above_ > 0) {
    set_text(sheet_.canvas, content_.words, words_style, left_, y + pad_ - sheet_.px(4), width_);
  } else {
    sheet_.canvas.text_in({left_, last, width_ - primary_, button_}, content_.words, words_style, figure::Anchor::end);
  }
}

}  // namespace ui
