// Pages laid over the page: the list of keys (F1), the view as plain text (F2), the page's picture (F10).
#include "ui/overlay.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "ui/edit_layout.hpp"
#include "ui/flow.hpp"
#include "ui/renderer.hpp"
#include "ui/stage_layout.hpp"
#include "ui/stage_picture.hpp"
#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using figure::Shade;

double draw_keys(Sheet& sheet, const session::View& view, const Box& at) {
  Canvas& canvas = sheet.canvas;
  const Style key{Face::figures, Type::small, figure::Role::quiet_ink}, label{};
  const auto lines = key_lines(view);
  double column = 0;
  for (const KeyLine& line : lines) column = std::max(column, canvas.width(line.key, key));
  column = std::min(column, at.w * 0.45) + sheet.px(24);
  const double drop = (canvas.leading(label) - canvas.leading(key)) / 2;  // small beside body: on one middle
  double y = at.y;
  for (const KeyLine& line : lines) {
    // Both wrap: in large type the keys of one action take more than a line.
    const double keys = set_text(canvas, line.key, key, at.x, y + drop, column - sheet.px(24)) + drop;
    const double words = set_text(canvas, line.label, label, at.x + column, y, at.w - column);
    y += std::max(keys, words) + sheet.px(6);
  }
  return y - at.y;
}

double draw_twin(Sheet& sheet, const session::View& view, const Box& at) {
  const Style style{Face::figures, Type::small};
  const double leading = sheet.canvas.leading(style);
  const std::string text = session::text_twin(view);
  const EditLayout layout(text, font_key(style.face, sheet.canvas.size(style)), at.w);
  double y = at.y;
  for (const EditLayout::Line& line : layout.lines()) {
    sheet.canvas.text_in({at.x, y, at.w, leading}, layout.text_of(line), style);
    y += leading;
  }
  return y - at.y;
}

/// The page's picture alone, as large as the window.
void draw_picture(Sheet& sheet, const session::View& view, double width, double height) {
  sheet.canvas.fill({0, 0, width, height}, figure::Role::page);
  const session::Node* picture = picture_of(view);
  if (picture == nullptr) return;
  const figure::Figure& figure = *picture->figure;
  const double scale = std::min(width / figure.width, height / figure.height);
  ScreenRenderer renderer(sheet.canvas, std::round((width - figure.width * scale) / 2),
                          std::round((height - figure.height * scale) / 2), scale);
  figure::draw(figure, renderer);
}

/// While a field is open it takes what writes in it, or moves its caret, before any action does.
bool is_of_field(const std::string& key) {
  const bool with_another = key.size() > 1 && key.contains('+');
  return !with_another && Chord{key}.writes();
}

}  // namespace

const session::Node* picture_of(const session::View& view) {
  const session::Node* stage = stage_of(view);
  const session::Node* picture = stage == nullptr ? nullptr : StageParts(*stage).picture;
  if (stage == nullptr && view.audience) {
    const auto drawn =
        std::ranges::find_if(view.root.children, [](const auto& node) { return node.figure != nullptr; });
    if (drawn != view.root.children.end()) picture = &*drawn;
  }
  return picture == nullptr || picture->figure == nullptr ? nullptr : picture;
}

std::vector<KeyLine> key_lines(const session::View& view) {
  std::vector<KeyLine> lines;
  const auto all = session::all_nodes(view);
  const bool types = std::ranges::any_of(all, [](const auto* node) { return node->editable && node->focused; });
  for (const session::Node* node : all) {
    for (const session::Action& action : node->actions) {
      if (!action.enabled) continue;
      std::string keys;
      for (const std::string& key : action.keys) {
        if (!types || !is_of_field(key)) keys += (keys.empty() ? "" : ", ") + key_hint({key});
      }
      if (keys.empty()) continue;
      const bool known = std::any_of(lines.begin(), lines.end(), [&](const KeyLine& line) { return line.key == keys; });
      if (!known) lines.push_back({keys, action.label});
    }
  }
  const auto add = [&](const auto& key, const auto& label) {
    lines.push_back({std::string(key), std::string(base::text(label))});
  };
  if (!view.audience) {  // which has nothing to go to, and no more than a screen of it
    add("Tab, Shift+Tab", "ui.key.focus");
    add(base::text("ui.key.press.keys"), "ui.key.press");
    add("Up, Down", "ui.key.scroll");
    add("Ctrl+C", "ui.key.copy");
  }
  for (const session::Action& action : view.window) {
    std::string keys;
    for (const std::string& key : action.keys) {
      // The same sign on keyboards that print it elsewhere, or in other words.
      const bool other_way = key.starts_with("Ctrl+Shift+") || key == "Ctrl+=" || key == "Ctrl+W";
      if (other_way && action.keys.size() > 1) continue;
      keys += (keys.empty() ? "" : ", ") + key_hint({key});
    }
    lines.push_back({keys, action.label});
  }
  return lines;
}

Region draw_overlay(Sheet& sheet, Overlay overlay, const session::View& view, double width, double height,
                    double scroll) {
  Canvas& canvas = sheet.canvas;
  if (overlay == Overlay::picture) {
    draw_picture(sheet, view, width, height);
    return {};
  }
  const bool keys = overlay == Overlay::keys;
  const Style title{Face::bold, Type::lead}, hint{Face::words, Type::small, figure::Role::quiet_ink};
  const double columns = canvas.width(std::string(80, '0'), {Face::figures, Type::small});
  const double pad = sheet.px(32);
  const double wide = std::min(width - 2 * sheet.px(24), (keys ? sheet.px(560) : columns) + 2 * pad);
  const double high = height - 2 * sheet.px(32);
  const Box box{std::round((width - wide) / 2), std::round((height - high) / 2), wide, high};
  canvas.fill({0, 0, width, height}, figure::Role::ink, Shade::tint, 0, 0.8);
  canvas.fill(box, figure::Role::page, Shade::fill, sheet.px(8));
  canvas.outline(box, canvas.theme().hairline(), figure::Role::hairline, Shade::fill, sheet.px(8));
  const Box head{box.x + pad, box.y + sheet.px(16), wide - 2 * pad, canvas.leading(title) + sheet.px(16)};
  canvas.text_in(head, base::text(keys ? "ui.keys.title" : "ui.twin.title"), title);
  canvas.text_in(head, base::text(keys ? "ui.keys.close" : "ui.twin.close"), hint, figure::Anchor::end);
  canvas.rule(head.x, head.bottom() + sheet.px(8), head.w);

  Region region{{box.x, head.bottom() + sheet.px(9), wide, box.bottom() - head.bottom() - sheet.px(17)}, 0, scroll};
  canvas.clip(region.box);
  const Box content{head.x, std::round(region.box.y + sheet.px(16) - scroll), head.w, 0};
  const double drawn = keys ? draw_keys(sheet, view, content) : draw_twin(sheet, view, content);
  canvas.unclip();
  region.content = drawn + sheet.px(32);
  scroll_bar(sheet, region);
  return region;
}

}  // namespace ui
