// What each event does to the page.
#include "base/text.hpp"
#include "base/units.hpp"
#include "base/words.hpp"
#include "figure/utf8.hpp"
#include "session/state/window_actions.hpp"
#include "ui/edit_layout.hpp"
#include "ui/page.hpp"
#include "ui/stage_layout.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {
namespace {

using session::Action;
using session::Node;

constexpr double page_share = 0.85;  ///< of a part's height: so far a page's key moves it

const Node* primary_of(const session::View& view) {
  for (const Node* node : session::all_nodes(view)) {
    if (node->purpose == session::Purpose::button && node->primary && !node->actions.empty()) return node;
  }
  return nullptr;
}

/// Whether the view has this key, be it that nothing can be done by it now.
bool names(const session::View& view, const Chord& chord) {
  for (const Node* node : session::all_nodes(view)) {
    const auto meant = [&](const Action& action) { return matches(chord, action.keys); };
    if (std::ranges::any_of(node->actions, meant)) return true;
  }
  return false;
}

/// A place of the window in a figure's own units: "x y".
std::string in_figure(const Zone& zone, double x, double y) {
  const double across = (std::clamp(x, zone.box.x, zone.box.x + zone.box.w) - zone.origin_x) / zone.unit;
  const double down = (std::clamp(y, zone.box.y, zone.box.y + zone.box.h) - zone.origin_y) / zone.unit;
  return base::exact_number(across) + " " + base::exact_number(down);
}

}  // namespace

bool Page::handle(const Event& event) {
  switch (event.kind) {
    case Event::Kind::key: {
      catch_up();
      attention_.held = {};  // what a key does may take it away
      const bool in_field = focused_field() != nullptr;
      const bool done = key(event.chord);
      opener_ = done && !in_field && event.chord.writes();
      return done;
    }
    case Event::Kind::character:
      catch_up();
      if (std::exchange(opener_, false) && focused_field() != nullptr) return true;
      return type(event.character);
    case Event::Kind::press:
      return press(event);
    case Event::Kind::release:
      return release(event);
    case Event::Kind::move:
      return move(event.x, event.y);
    case Event::Kind::wheel:
      wheel(pointer_x_, pointer_y_, event.y);
      return true;
    case Event::Kind::leave:
      return move(-1, -1);
  }
  return false;
}

bool Page::act(std::string_view action, std::string_view value, const std::string& node) {
  const std::string id(action);  // the view that owns it may be rebuilt
  const bool done = host_.act(id, value);
  if (session::is_of_window(id)) return do_in_window(id);
  // What the session made of typed text must not overwrite it while it is being typed.
  if (!node.empty()) {
    for (const Node* now : session::all_nodes(host_.view())) {
      const auto field = attention_.fields.find(node);
      if (now->id == node && field != attention_.fields.end()) field->second.known = now->value;
    }
  }
  return done;
}

void Page::send_field(const std::string& node) {
  const Zone* zone = focused_field();
  if (zone != nullptr && zone->node == node)
    act(std::string(zone->action), attention_.fields.at(node).edit.text(), node);
}

bool Page::fire(const Zone& zone) {
  if (!zone.enabled) {
    message_ = reason_ = zone.why_not;
    return true;
  }
  return act(zone.action, {});
}

/// Who asks for a field and looks at the room, not at the note that refuses it, goes on typing: figures, the blanks
/// between them and the Enter after them must not click on.
bool Page::key_in_vain(const Chord& chord) {
  if (in_vain_ == InVain::no) return false;
  const bool plain = !chord.ctrl && !chord.alt;
  if (plain && base::count_characters(chord.key) == 1 && !names(host_.view(), chord)) return true;
  const bool swallowed = in_vain_ == InVain::typed && matches(chord, {"Space", "Enter"});
  if (!swallowed || chord.key == "Enter") in_vain_ = InVain::no;
  return swallowed;
}

/// A blank screen's page comes back by whatever is pressed, on either window: that does nothing else.
bool Page::shows_again() {
  return host_.view().blank != session::Blank::no && act("class.show", {});
}

bool Page::key(const Chord& chord) {
  if (!chord.ctrl && !chord.alt && shows_again()) return true;
  if (key_in_vain(chord)) return true;
  const bool asked = std::exchange(asked_to_close_, false);
  message_.clear();
  if (own_key(chord, asked)) return true;
  if (overlay_ != Overlay::none) return overlay_key(chord);
  if (field_key(chord)) return true;
  if (const Zone* zone = zone_of(attention_.focus); zone != nullptr && attention_.by_keyboard) {
    const bool press = zone->kind == Zone::Kind::press && (matches(chord, {"Enter", "Space"}));
    // Enter is the button's as soon as there is something to lock; until then it marks, as Space does.
    const Node* primary = primary_of(host_.view());
    const bool nothing_to_lock = primary == nullptr || !primary->actions.front().enabled;
    const bool mark =
        zone->kind == Zone::Kind::mark && (matches(chord, {"Space"}) || (nothing_to_lock && matches(chord, {"Enter"})));
    if (zone->kind == Zone::Kind::slide && slider_key(chord)) return true;
    if (press || mark) {
      const Zone copy = *zone;
      return fire(copy);
    }
  }
  if (read_on(chord)) return true;
  if (view_key(chord)) return true;
  if (matches(chord, {"Ctrl+C"})) return copy_code(), true;
  const double line = shown_.size(Type::body) * 3;
  const double page = layout_.regions.empty() ? line : layout_.regions[0].box.h * page_share;
  if (chord.ctrl || chord.alt) return false;
  if (chord.key == "Down") return scroll_by(line), true;
  if (chord.key == "Up") return scroll_by(-line), true;
  if (chord.key == "PageDown" || (chord.key == "Space" && !chord.shift)) return scroll_by(page), true;
  if (chord.key == "PageUp" || chord.key == "Space") return scroll_by(-page), true;
  return false;
}

/// The keys that turn a page first read the words of this one to their end, or back to their beginning.
bool Page::read_on(const Chord& chord) {
  const bool on = matches(chord, {"PageDown", "Space"});
  if (!on && !matches(chord, {"PageUp"})) return false;
  for (std::size_t i = 0; i < layout_.regions.size(); ++i) {
    const Region& part = layout_.regions[i];
    if (!part.read || !(on ? part.more : part.scroll > 0)) continue;
    scrolls_[i] += (on ? page_share : -page_share) * part.box.h;
    return true;
  }
  return false;
}

/// Arrows go from stop to stop, with Shift a hundredth of the way.
bool Page::slider_key(const Chord& chord) {
  const Zone zone = *zone_of(attention_.focus);
  const auto nodes = session::all_nodes(host_.view());
  const auto node = std::ranges::find(nodes, zone.node, &Node::id);
  if (node == nodes.end() || !(*node)->slider) return false;
  const auto& [at, stops] = *(*node)->slider;
  constexpr double same = 1e-9, fine = 0.01;
  double to = at;
  if (matches(chord, {"Right"})) {
    const auto next = std::ranges::find_if(stops, [&](double stop) { return stop > at + same; });
    if (next != stops.end()) to = *next;
  } else if (matches(chord, {"Left"})) {
    for (const double stop : stops) to = stop < at - same ? stop : to;
    if (to == at && !stops.empty()) to = std::min(at, stops.front());
  } else if (matches(chord, {"Shift+Right", "Shift+Left"})) {
    to = std::clamp(at + (chord.key == "Right" ? fine : -fine), 0.0, 1.0);
  } else if (matches(chord, {"Home", "End"})) {
    to = chord.key == "Home" ? 0 : 1;
  } else {
    return false;
  }
  if (!zone.enabled) return fire(zone);
  act(zone.action, base::exact_number(to));
  return true;
}

bool Page::overlay_key(const Chord& chord) {
  const double line = shown_.size(Type::body) * 3, page = overlay_region_.box.h * page_share;
  if (matches(chord, {"Escape", "Enter"})) {
    overlay_ = Overlay::none;
  } else if (matches(chord, {"Down"})) {
    scroll_by(line);
  } else if (matches(chord, {"Up"})) {
    scroll_by(-line);
  } else if (matches(chord, {"PageDown", "Space"})) {
    scroll_by(page);
  } else if (matches(chord, {"PageUp", "Shift+Space"})) {
    scroll_by(-page);
  } else if (matches(chord, {"Home"})) {
    overlay_region_.scroll = 0;
  } else if (matches(chord, {"End"})) {
    overlay_region_.scroll = overlay_region_.most();
  } else if (matches(chord, {"Ctrl+C"}) && overlay_ == Overlay::twin && host_.clipboard.set != nullptr) {
    host_.clipboard.set(host_.clipboard.user, session::text_twin(host_.view()));
  }
  return true;
}

bool Page::field_key(const Chord& chord) {
  const Zone* zone = focused_field();
  if (zone == nullptr) return false;
  // A page that undoes by itself has one history for all of its fields.
  if (chord.ctrl && names(host_.view(), chord)) {
    reveal_ = true;
    return false;
  }
  const std::string node = zone->node;
  TextEdit& edit = attention_.fields.at(node).edit;
  const std::string before = edit.text();
  if (!edit.key(chord, host_.clipboard)) return false;
  attention_.by_keyboard = true;
  reveal_ = true;
  if (edit.text() != before) send_field(node);
  return true;
}

bool Page::view_key(const Chord& chord) {
  const session::View& view = host_.view();
  for (const Node* node : session::all_nodes(view)) {
    for (const Action& action : node->actions) {
      if (!matches(chord, action.keys)) continue;
      if (!action.enabled) {
        if (!action.hushed) message_ = reason_ = action.why_not;
        if (base::count_characters(chord.key) == 1) in_vain_ = InVain::asked;
        continue;
      }
      // The frame goes with it: on another answer it would seem to be the one that was picked.
      const Target target{node->id, action.id};
      const Zone *picked = zone_of(target), *before = zone_of(attention_.focus);
      const bool marks = picked != nullptr && picked->kind == Zone::Kind::mark;
      if (marks && before != nullptr && before->kind == Zone::Kind::mark) attention_.focus = target;
      act(std::string(action.id), {});
      return true;
    }
  }
  if (!message_.empty()) return true;
  const Node* primary = primary_of(view);
  if (primary == nullptr || !(chord == Chord{"Enter"})) return false;
  const Action action = primary->actions.front();
  if (action.enabled) {
    act(action.id, {});
  } else {
    message_ = reason_ = action.why_not;
  }
  return true;
}

/// A figure typed anywhere is meant for the number that is asked, whatever was moved or pressed before it.
void Page::find_number_field() {
  const auto nodes = session::all_nodes(host_.view());
  const auto asks = [](const Node* node) { return node->purpose == session::Purpose::number && node->editable; };
  const auto field = std::ranges::find_if(nodes, asks);
  if (field == nodes.end()) return;
  const auto zone = std::ranges::find_if(
      zones_, [&](const Zone& one) { return one.kind == Zone::Kind::text && one.node == (*field)->id; });
  if (zone != zones_.end()) focus(Target(zone->target()), true);
}

bool Page::type(char32_t character) {
  const bool figure = character >= U'0' && character <= U'9';
  if (in_vain_ != InVain::no && figure) in_vain_ = InVain::typed;
  if (figure && overlay_ == Overlay::none && focused_field() == nullptr) find_number_field();
  const Zone* zone = focused_field();
  if (overlay_ != Overlay::none || zone == nullptr) return false;
  const std::string node = zone->node;
  attention_.fields.at(node).edit.insert(figure::encode_utf8(character));
  reveal_ = true;
  send_field(node);
  return true;
}

bool Page::press(const Event& event) {
  asked_to_close_ = false;
  in_vain_ = InVain::no;
  if (shows_again()) return true;
  move(event.x, event.y);
  if (overlay_ != Overlay::none) {
    if (!overlay_region_.box.contains(event.x, event.y)) overlay_ = Overlay::none;
    return true;
  }
  const auto zone = still_there(zone_at(event.x, event.y));
  if (!zone) {
    attention_.by_keyboard = false;
    return true;
  }
  const Zone& hit = *zone;
  attention_.held = hit.target();
  focus(hit.target(), false);
  if (hit.kind == Zone::Kind::text) {
    TextEdit& edit = attention_.fields.at(hit.node).edit;
    const EditLayout layout(edit.text(), hit.font, hit.wrap);
    const std::size_t offset = layout.offset(event.x - hit.origin_x, event.y - hit.origin_y, hit.leading);
    if (event.clicks > 1) {
      edit.select_word(offset);
    } else {
      edit.place(offset, event.chord.shift);
    }
  } else if (hit.kind == Zone::Kind::drag && hit.enabled) {
    act(std::string(hit.action), in_figure(hit, event.x, event.y) + " down");
  } else if (hit.kind == Zone::Kind::slide) {
    drag(event.x, event.y);
  } else if (hit.kind == Zone::Kind::point) {
    act(hit.action, in_figure(hit, event.x, event.y));
  }
  return true;
}

bool Page::release(const Event& event) {
  // Not before: what is said takes room, and what was pressed would move from under the pointer.
  const bool said = !std::exchange(message_, {}).empty();
  const Target held = std::exchange(attention_.held, {});
  const auto hit = still_there(zone_of(held));
  if (!hit) return said;
  const bool fires = hit->kind == Zone::Kind::press || hit->kind == Zone::Kind::mark || hit->kind == Zone::Kind::word;
  if (fires && hit->seen.contains(event.x, event.y)) fire(*hit);
  return true;
}

bool Page::move(double x, double y) {
  pointer_x_ = x;
  pointer_y_ = y;
  if (!attention_.held.empty()) {
    drag(x, y);
    return true;
  }
  const Zone* zone = overlay_ == Overlay::none ? zone_at(x, y) : nullptr;
  Target hover = zone == nullptr ? Target() : zone->target();
  const bool changed = hover != attention_.hover;
  attention_.hover = std::move(hover);
  return changed;
}

void Page::slide(const Zone& zone, double x) {
  const double share = std::clamp((x - zone.origin_x) / zone.unit, 0.0, 1.0);
  act(std::string(zone.action), base::exact_number(share));
}

/// With the button down: a selection grows, a guess's bar or a slider's knob follows the pointer.
void Page::drag(double x, double y) {
  const Zone* zone = zone_of(attention_.held);
  if (zone == nullptr) return;
  if (zone->kind == Zone::Kind::text) {
    TextEdit& edit = attention_.fields.at(zone->node).edit;
    const EditLayout layout(edit.text(), zone->font, zone->wrap);
    edit.place(layout.offset(x - zone->origin_x, y - zone->origin_y, zone->leading), true);
    show_caret(*zone);
  } else if (zone->kind == Zone::Kind::slide && zone->enabled) {
    slide(Zone(*zone), x);
  } else if (zone->kind == Zone::Kind::drag && zone->enabled) {
    act(std::string(zone->action), in_figure(*zone, x, y));
  }
}

}  // namespace ui
