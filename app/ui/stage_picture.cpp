// From bottom to top: tabs, rail, sliders; the picture has the rest.
#include "ui/stage_picture.hpp"

#include "ui/stage_reading.hpp"
#include "ui/stage_tools.hpp"
#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using figure::Role;
using figure::Shade;
using session::Action;
using session::Node;
using session::Purpose;

double tabs_height(const Theme& theme) {
  return std::round(theme.size(Type::small) * 2.6);
}

double slider_height(const Theme& theme) {
  return std::round(theme.size(Type::small) * (theme.projector() ? 2 : 3));
}

/// What can be done with a picture in words stands in a row below it.
double links_height(const Theme& theme, const Node* picture) {
  if (picture == nullptr || picture->figure == nullptr) return 0;
  const bool links = std::ranges::any_of(actions_of(*picture), [](const Action* one) {
    return one->mark.empty() && !one->exports && one->gesture == session::Gesture::click;
  });
  return links ? slider_height(theme) : 0;
}

/// As high as it comes out when it is as wide as the stage; its own air lies outside.
double rail_height(const Node* rail, double width) {
  if (rail == nullptr || rail->figure == nullptr) return 0;
  const figure::Figure& figure = *rail->figure;
  const double air = figure_air(figure);
  return std::round((figure.height - 1.5 * air) * width / (figure.width - 2 * air));
}

bool has_tabs(const Node& stage, const StageParts& parts, bool roomy) {
  const auto exports = [](const Node* node) {
    return node != nullptr && std::ranges::any_of(actions_of(*node), &Action::exports);
  };
  if (stage.actions.size() > 1) return true;
  return roomy && (exports(parts.picture) || std::ranges::any_of(parts.sliders, exports));
}

/// The slider whose play button stands at the rail's side; null where each has a row of its own.
const Node* beside_rail(const StageParts& parts, bool roomy) {
  const bool alone = !roomy && parts.rail != nullptr && parts.sliders.size() == 1;
  return alone && parts.sliders.front()->actions.size() > 1 ? parts.sliders.front() : nullptr;
}

/// The slider that stands right of the tabs, where there is no room for a row of its own; null: none does.
const Node* beside_tabs(const Node& stage, const StageParts& parts, bool roomy) {
  const bool alone = !roomy && parts.sliders.size() == 1 && beside_rail(parts, roomy) == nullptr;
  return alone && stage.actions.size() == 2 ? parts.sliders.front() : nullptr;
}

/// Rows of sliders below the picture: where there is no room for more, two of them share one.
double slider_rows(const Node& stage, const StageParts& parts, bool roomy) {
  const bool aside = beside_rail(parts, roomy) != nullptr || beside_tabs(stage, parts, roomy) != nullptr;
  const auto all = static_cast<double>(parts.sliders.size()) - (aside ? 1 : 0);
  return roomy ? all : std::min(all, 1.0);
}

class StageDrawing {
 public:
  StageDrawing(Sheet& sheet, Scroller& scroller, const Node& stage, const Box& at, bool roomy)
      : sheet_(sheet), scroller_(scroller), stage_(stage), parts_(stage), at_(at), roomy_(roomy) {}

  void draw() {
    const Theme& theme = sheet_.canvas.theme();
    sheet_.place(stage_, at_, false);
    const double high = picture_height(theme, stage_, at_, roomy_);
    picture({at_.x, at_.y, at_.w, high});
    double y = at_.y + high;
    const Node *aside = beside_rail(parts_, roomy_), *last = beside_tabs(stage_, parts_, roomy_);
    const double rows = slider_rows(stage_, parts_, roomy_), high_row = slider_height(theme), gap = sheet_.px(32);
    const double across = rows > 0 && !roomy_ ? static_cast<double>(parts_.sliders.size()) : 1;  // in one row
    const double wide = (at_.w - (across - 1) * gap) / across;
    double x = at_.x;
    for (const Node* slider : parts_.sliders) {
      if (slider == aside || slider == last) continue;
      control(*slider, {x, y, wide, high_row});
      (across > 1 ? x : y) += across > 1 ? wide + gap : high_row;
    }
    if (across > 1) y += high_row;
    if (parts_.rail != nullptr) {
      const double high_rail = rail_height(parts_.rail, at_.w);
      const double used = aside == nullptr ? 0 : slider_height(theme) + sheet_.px(8);
      if (aside != nullptr) {
        const double size = slider_height(theme);
        const Box button{at_.x, std::round(y + (high_rail - size) / 2), size, size};
        play_button(*aside, aside->actions[1], button);
        sheet_.place(*aside, button);
      }
      draw_figure(sheet_, *parts_.rail, {at_.x + used, y, at_.w - used, 0});
    }
    if (!has_tabs(stage_, parts_, roomy_)) return;
    const Box row{at_.x, at_.bottom() - tabs_height(theme), at_.w, tabs_height(theme)};
    const double end = tabs(row, last != nullptr) + gap;
    if (last != nullptr) control(*last, {end, row.y, row.right() - end, row.h});
  }

 private:
  /// Figures are made for their place; one that is higher than it is drawn smaller. Tables and texts scroll.
  void picture(const Box& whole) {
    if (parts_.picture == nullptr) return;
    Box box = whole;
    if (!parts_.tools.empty()) {
      box.h = above_tools(whole);
      const auto& figure = parts_.picture->figure;  // below its blocks, not below its air
      const double air = figure == nullptr ? 0 : std::round(figure_air(*figure) * whole.w / figure->width);
      draw_tools(sheet_, scroller_, parts_.tools, {whole.x + air, box.bottom(), whole.w - air, whole.h - box.h});
    }
    look(box);
    // What it shows is of the last text that could be read.
    if (stage_.faded) sheet_.canvas.fill(whole, Role::page, Shade::fill, 0, 0.55);
  }

  /// As high as the figure is at full width; tools have at least a quarter.
  [[nodiscard]] double above_tools(const Box& whole) const {
    const auto& figure = parts_.picture->figure;
    if (figure == nullptr) return std::round(whole.h * 0.6);
    const double needed = figure->height * whole.w / figure->width;
    return std::round(std::min(needed, whole.h * 0.75));
  }

  void look(const Box& box) {
    Node shown = *parts_.picture;
    shown.selected = false;  // it is the only one that is seen
    std::erase_if(shown.actions, &Action::exports);
    if (shown.figure == nullptr) {
      scroller_.part(with_sides(sheet_, box), [&](double y) { return draw_node(sheet_, shown, {box.x, y, box.w, 0}); });
      return;
    }
    // Edge to edge: the air that a sheet carries is the stage's own here.
    const figure::Figure& figure = *shown.figure;
    const double high = box.h - links_height(sheet_.canvas.theme(), &shown);
    const double scale = std::min(box.w / figure.width, high / figure.height), air = figure_air(figure) * scale;
    const double x = std::round(box.x + (box.w - figure.width * scale) / 2);
    draw_node(sheet_, shown, {x + air, box.y + 0.75 * air, figure.width * scale - 2 * air, 0});
  }

  /// A round button where it plays, the line, and what is said of the place on it; other actions by their keys, or
  /// where there is room.
  void control(const Node& node, const Box& row) {
    Canvas& canvas = sheet_.canvas;
    const Style words{Face::words, Type::small, Role::quiet_ink};
    sheet_.place(node, row);
    if (!node.slider || node.actions.empty()) return;
    // The line's room first, which is short where four share a row.
    const bool crowded = row.w < sheet_.px(260);
    const double gap = sheet_.px(crowded ? 8 : 16), least_line = sheet_.px(crowded ? 40 : 64);
    const double for_words = std::max(0.0, row.w - least_line - 3 * gap);
    double x = row.x, right = row.right();
    std::vector<const Action*> others;
    for (const Action* action : actions_of(node)) {
      if (action != &node.actions.front() && !action->exports) others.push_back(action);
    }
    double taken = 0;
    if (!others.empty()) {
      const double size = std::round(row.h * 0.82);
      play_button(node, *others.front(), {x, std::round(row.y + (row.h - size) / 2), size, size});
      taken = size;
      x += size + gap;
      others.erase(others.begin());
    } else if (for_words > 0) {
      const Style name{Face::bold, Type::small};
      const std::string label = canvas.fit(node.label, name, crowded ? for_words : 0.6 * for_words);
      canvas.text_in({x, row.y, row.w, row.h}, label, name);
      taken = canvas.width(label, name);
      x += taken + gap;
    }
    const double said = std::min({canvas.width(node.value, words), row.w * 0.5, for_words - taken});
    if (said > 0) {
      const std::string value = with_less_unit(node.value, words, said + 1);
      canvas.text_in({row.x, row.y, row.w, row.h}, value, words, figure::Anchor::end);
      right -= canvas.width(value, words) + gap;
    }
    keep_what_fits(others, right - x - row.w * 0.5);
    for (auto one = others.rbegin(); one != others.rend(); ++one) {
      right -= button_width(sheet_, **one, Look::small);
      draw_button(sheet_, node, **one, {right, row.y, 0, row.h}, Look::small);
    }
    line(node, {x, row.y, std::max(0.0, right - gap - x), row.h});
  }

  /// First goes what does nothing now, then the last: a step on is worth more than a setting.
  void keep_what_fits(std::vector<const Action*>& buttons, double room) const {
    const auto wide = [&] {
      double sum = 0;
      for (const Action* one : buttons) sum += button_width(sheet_, *one, Look::small);
      return sum;
    };
    while (!buttons.empty() && wide() > room) {
      const auto idle = std::ranges::find(buttons.rbegin(), buttons.rend(), false, &Action::enabled);
      buttons.erase(idle != buttons.rend() ? idle.base() - 1 : buttons.end() - 1);
    }
  }

  /// A number is whole before its unit is, or left out: the picture tells both too.
  std::string with_less_unit(std::string value, const Style& style, double room) {
    const bool number = !value.empty() && value.front() >= '0' && value.front() <= '9';
    if (!number) return sheet_.canvas.fit(value, style, room);
    while (sheet_.canvas.width(value, style) > room) {
      const std::size_t end = value.find_last_of(" /");
      value.resize(end == std::string::npos ? 0 : end);
    }
    return value;
  }

  void line(const Node& node, const Box& row) {
    const Action& move = node.actions.front();
    const double knob = sheet_.px(9);
    const Box along{row.x + knob, row.y, std::max(0.0, row.w - 2 * knob), row.h};
    draw_slider_line(sheet_, *node.slider, along,
                     move.enabled && (sheet_.hovered(node, move) || sheet_.held(node, move)), move.enabled);
    sheet_.ring(node, move, row, sheet_.px(6));
    Zone& zone = sheet_.zone(node, move, row, Zone::Kind::slide);
    zone.origin_x = along.x;
    zone.unit = along.w;
  }

  /// A triangle, or two bars while it plays.
  void play_button(const Node& node, const Action& action, const Box& box) {
    Canvas& canvas = sheet_.canvas;
    const bool lit = action.enabled && sheet_.hovered(node, action);
    canvas.fill(box, action.enabled ? Role::accent : Role::hairline, action.enabled ? Shade::fill : Shade::tint,
                box.w / 2, lit ? 0.88 : 1);
    const double middle_x = box.x + box.w / 2, middle_y = box.y + box.h / 2, half = box.w * 0.2;
    if (node.selected) {
      for (const double side : {-1.0, 0.3}) {
        canvas.fill({middle_x + side * half, middle_y - half, 0.7 * half, 2 * half}, Role::page);
      }
    } else {
      canvas.triangle({middle_x - 0.7 * half, middle_y - half, 1.8 * half, 2 * half}, Role::page);
    }
    sheet_.ring(node, action, box, box.w / 2);
    sheet_.zone(node, action, box);
  }

  /// The pictures there are at the left, what can be done with this one at the right, where nothing else stands there;
  /// returns the end of the last tab.
  double tabs(const Box& row, bool shared) {
    Canvas& canvas = sheet_.canvas;
    const double pad = sheet_.px(12), radius = sheet_.px(6);
    double x = row.x, right = row.right();
    const auto links = [&](const Node* node) {
      if (node == nullptr) return;
      for (const Action* action : actions_of(*node)) {
        if (!action->exports) continue;
        right -= button_width(sheet_, *action, Look::small);
        draw_button(sheet_, *node, *action, {right, row.y, 0, row.h}, Look::small);
      }
    };
    if (!shared) {
      links(parts_.picture);
      for (const Node* slider : parts_.sliders) links(slider);
    }
    if (stage_.actions.size() < 2) return x;
    for (const Action& action : stage_.actions) {
      const bool taken = action.label == stage_.value;
      const Style style{taken ? Face::bold : Face::words, Type::small, taken ? Role::ink : Role::quiet_ink};
      const double wide = std::round(canvas.width(action.label, style) + 2 * pad);
      if (x + wide > right) break;
      const Box box{x, row.y, wide, row.h};
      if (taken || sheet_.hovered(stage_, action)) canvas.fill(box, Role::panel, Shade::fill, radius);
      canvas.text_in(box, action.label, style, figure::Anchor::middle);
      sheet_.ring(stage_, action, box, radius);
      sheet_.zone(stage_, action, box, Zone::Kind::mark);
      x += wide + sheet_.px(4);
    }
    return x;
  }

  Sheet& sheet_;
  Scroller& scroller_;
  const Node& stage_;
  StageParts parts_;
  Box at_;
  bool roomy_;
};

}  // namespace

StageParts::StageParts(const Node& stage) {
  for (const Node& child : stage.children) {
    if (child.purpose == Purpose::slider) {
      sliders.push_back(&child);
    } else if (child.purpose == Purpose::taps) {
      tools.push_back(&child);
    } else if (child.purpose == Purpose::rail) {
      rail = &child;
    } else if (child.selected) {
      picture = &child;
    }
  }
}

double picture_height(const Theme& theme, const Node& stage, const Box& at, bool roomy) {
  const StageParts parts(stage);
  const double below = slider_height(theme) * slider_rows(stage, parts, roomy) + rail_height(parts.rail, at.w) +
                       (has_tabs(stage, parts, roomy) ? tabs_height(theme) : 0);
  return std::max(0.0, at.h - below);
}

double figure_height(const Theme& theme, const Node& stage, const Box& at, bool roomy) {
  const double links = links_height(theme, StageParts(stage).picture);
  return std::max(0.0, picture_height(theme, stage, at, roomy) - links);
}

void draw_stage(Sheet& sheet, Scroller& scroller, const Node& stage, const Box& at, bool roomy) {
  StageDrawing(sheet, scroller, stage, at, roomy).draw();
}

}  // namespace ui
