// What the window does by itself, whatever page it shows.
#include "base/words.hpp"
#include "session/state/window_actions.hpp"
#include "ui/overlay.hpp"
#include "ui/page.hpp"

#include <algorithm>
#include <utility>

namespace ui {
namespace {

using session::Action;
using session::Node;

/// Whether closing now may lose what was locked.
bool has_unkept(const session::View& view) {
  return std::ranges::any_of(session::all_nodes(view),
                             [](const Node* node) { return node->said == session::Said::lasting; });
}

/// A field of several numbers; no field is none.
bool holds_several(const session::View& view, const Zone* field) {
  return field != nullptr && std::ranges::any_of(session::all_nodes(view), [&](const Node* node) {
           return node->id == field->node && node->several;
         });
}

}  // namespace

bool Page::own_key(const Chord& chord, bool asked_to_close) {
  if (matches(chord, {"Tab", "Shift+Tab"})) {
    if (overlay_ != Overlay::none) return true;
    if (!chord.shift && holds_several(host_.view(), focused_field())) return type(U' ');
    focus_next(chord.shift ? -1 : 1);
    return true;
  }
  for (const Action& action : host_.view().window) {
    if (matches(chord, action.keys)) return do_in_window(std::string(action.id), asked_to_close);
  }
  return false;
}

/// Over the page, or away again.
void Page::lay_over(Overlay overlay) {
  overlay_ = overlay_ == overlay ? Overlay::none : overlay;
  overlay_region_ = {};
}

/// What the window does by itself; false where it cannot be done here.
bool Page::do_in_window(std::string_view action, bool asked_to_close) {
  if (action == "window.keys") {
    lay_over(Overlay::keys);
  } else if (action == "window.twin") {
    lay_over(Overlay::twin);
  } else if (action == "window.picture") {
    if (overlay_ != Overlay::picture && picture_of(host_.view()) == nullptr) return false;
    lay_over(Overlay::picture);
  } else if (action == "window.theme") {
    theme.palette = next_theme(theme.palette);
    if (host_.set_theme) host_.set_theme(theme.palette);
    std::string key = "ui.theme." + std::string(figure::name(theme.palette));
    std::ranges::replace(key, ' ', '_');
    message_ = base::say("ui.theme", {{"name", base::text(key)}});
  } else if (action == "window.larger" || action == "window.smaller") {
    theme.scale = scale_step(theme.scale, action == "window.larger" ? 1 : -1);
  } else if (action == "window.usual") {
    theme.scale = usual_scale;
  } else if (action == "window.quit") {
    quit(asked_to_close);
  } else if (action == "window.export") {
    export_focused();
  } else {
    overlay_ = Overlay::none;
    act(action, {});
  }
  return true;
}

void Page::close() {
  catch_up();
  message_.clear();
  quit(std::exchange(asked_to_close_, false));
}

/// Where closing may lose what was locked it is asked for twice.
void Page::quit(bool asked) {
  if (!asked && has_unkept(host_.view())) {
    overlay_ = Overlay::none;  // the foot is in sight
    message_ = base::text("ui.unkept");
    asked_to_close_ = true;
  } else if (host_.quit) {
    host_.quit();
  }
}

/// The figure that has the focus, else the first: the session writes it and says where.
void Page::export_focused() {
  std::string found;
  for (const Node* node : session::all_nodes(host_.view())) {
    for (const Action& action : node->actions) {
      if (!action.exports || !action.enabled) continue;
      if (found.empty() || node->id == focused_node()) found = action.id;
    }
  }
  if (found.empty()) {
    message_ = base::text("ui.no_figure");
  } else {
    act(found, {});
  }
}

/// Every block of code in the page's prose, a blank line between two: commands to be run elsewhere.
void Page::copy_code() {
  std::string code;
  for (const Node* node : session::all_nodes(host_.view())) {
    for (const lesson::Paragraph& paragraph : node->paragraphs) {
      if (paragraph.kind != lesson::Paragraph::Kind::code) continue;
      if (!code.empty()) code += '\n';
      for (const lesson::Run& run : paragraph.runs) code += run.text;
      if (!code.ends_with('\n')) code += '\n';
    }
  }
  message_ = base::text(code.empty() ? "ui.no_code" : "ui.copied");
  if (!code.empty() && host_.clipboard.set != nullptr) host_.clipboard.set(host_.clipboard.user, code);
}

}  // namespace ui
