// One window's page: what is shown, where the focus is, how far it is scrolled.
#include "ui/page.hpp"

#include "base/words.hpp"
#include "ui/class_layout.hpp"
#include "ui/edit_layout.hpp"
#include "ui/inspector_place.hpp"
#include "ui/map_layout.hpp"
#include "ui/palette_layout.hpp"
#include "ui/presenter_layout.hpp"
#include "ui/stage_layout.hpp"
#include "ui/views/views.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace ui {
namespace {

/// Changes when the student comes to another page: another lesson, step, or the lab.
std::string identity(const session::View& view) {
  std::string id = view.root.id + '\n' + view.title;
  for (const session::Node* node : session::all_nodes(view)) {
    if (node->purpose == session::Purpose::step && node->selected) id += '\n' + node->id;
  }
  return id;
}

/// What the page answers to what was done: a verdict, an explanation, a word about the task.
bool is_answer(const session::Node& node) {
  using session::Purpose;
  const bool word = node.said == session::Said::task || node.said == session::Said::reply;
  const bool again = node.purpose == Purpose::figure && node.selected;
  return word || again || node.purpose == Purpose::headline || node.purpose == Purpose::verdict ||
         node.purpose == Purpose::explanation || node.purpose == Purpose::error;
}

bool is_given(const session::View& view, std::string_view reason) {
  return std::ranges::any_of(session::all_nodes(view), [&](const session::Node* node) {
    return std::ranges::any_of(node->actions, [&](const session::Action& one) { return one.why_not == reason; });
  });
}

bool is_field(const session::Node& node) {
  using session::Purpose;
  const bool can = node.purpose == Purpose::number || node.purpose == Purpose::words || node.purpose == Purpose::chain;
  return can && node.editable && !node.actions.empty();
}

/// The commands and the keys, by the keys they have; where there is no room for both the keys alone.
std::vector<std::string> ways_in(const session::View& view) {
  std::string keys, commands;
  for (const session::Action& action : view.window) {
    const auto named = [&](std::string_view words) { return key_hint(action.keys) + "  " + base::say(words); };
    if (action.id == "window.keys") keys = named("ui.keys.title");
    if (action.id == "palette.open") commands = named("session.palette.title");
  }
  if (commands.empty() || keys.empty()) return {keys};
  return {commands + "     " + keys, keys};
}

}  // namespace

Page::Page(Host host) : host_(std::move(host)) {}

const Zone* Page::zone_of(const Target& target) const {
  const auto found =
      std::find_if(zones_.begin(), zones_.end(), [&](const Zone& zone) { return zone.target() == target; });
  return found == zones_.end() ? nullptr : &*found;
}

const Zone* Page::zone_at(double x, double y) const {
  // Later ones lie on top.
  const auto found =
      std::find_if(zones_.rbegin(), zones_.rend(), [&](const Zone& zone) { return zone.seen.contains(x, y); });
  return found == zones_.rend() ? nullptr : &*found;
}

const Zone* Page::focused_field() const {
  const Zone* zone = zone_of(attention_.focus);
  return zone != nullptr && zone->kind == Zone::Kind::text ? zone : nullptr;
}

bool Page::over_button() const {
  const Zone* zone = zone_of(attention_.hover);
  const bool pressed = zone != nullptr && (zone->kind == Zone::Kind::press || zone->kind == Zone::Kind::mark ||
                                           zone->kind == Zone::Kind::word);
  return pressed && zone->enabled;
}

bool Page::dragging() const {
  const Zone* zone = zone_of(attention_.held);
  return zone != nullptr && (zone->kind == Zone::Kind::drag || zone->kind == Zone::Kind::slide);
}

bool Page::over_text() const {
  const Zone* zone = zone_of(attention_.hover);
  return zone != nullptr && zone->kind == Zone::Kind::text;
}

void Page::sync_fields(const session::View& view) {
  std::map<std::string, Field> kept;
  for (const session::Node* node : session::all_nodes(view)) {
    if (!is_field(*node)) continue;
    const auto old = attention_.fields.find(node->id);
    if (old == attention_.fields.end()) {
      Field field{TextEdit(node->purpose == session::Purpose::chain, node->most_letters), node->value};
      field.edit.replace(node->value);
      kept.emplace(node->id, std::move(field));
      continue;
    }
    Field field = std::move(old->second);
    if (field.known != node->value) {
      field.known = node->value;
      if (field.edit.text() != node->value) field.edit.replace(node->value);
    }
    kept.emplace(node->id, std::move(field));
  }
  attention_.fields = std::move(kept);
}

/// Another page begins at its top; the one that the palette lay over comes back as it was left.
void Page::change_page(const session::View& view, const std::string& id) {
  if (view.beneath != nullptr && !kept_) {
    kept_ = Kept{page_id_, scrolls_, attention_.focus, start_, std::move(attention_.fields)};
  }
  const bool back = view.beneath == nullptr && kept_ && kept_->page == id;
  page_id_ = id;
  chosen_.clear();
  scrolls_ = back ? std::move(kept_->scrolls) : std::vector<double>{0, 0};
  attention_.focus = back ? std::move(kept_->focus) : Target();
  attention_.fields = back ? std::move(kept_->fields) : std::map<std::string, Field>();
  if (back) {
    start_ = std::move(kept_->start);
  } else {
    overlay_ = Overlay::none;
    reveal_ = reveal_ || has_map(view);  // what comes next is in sight
  }
  if (view.beneath == nullptr) kept_.reset();
}

void Page::sync(const session::View& view) {
  const std::string id = identity(view);
  if (id != page_id_) change_page(view, id);
  sync_fields(view);
  notice_news(view);
  // Where the keyboard starts, or goes on when what it was at is gone.
  bool there = false;
  Target start;
  for (const session::Node* node : session::all_nodes(view)) {
    for (const session::Action& action : node->actions) {
      there = there || Target{node->id, action.id} == attention_.focus;
    }
    if (node->focused && start.empty() && !node->actions.empty()) start = {node->id, node->actions.front().id};
  }
  // A page that opens something puts the keyboard there.
  if (!there || (start != start_ && !start.empty())) attention_.focus = start;
  start_ = start;
}

/// What was not said before on this page, and the lesson's words that came with it. A page that was just opened begins
/// at its top, whatever it says.
void Page::notice_news(const session::View& view) {
  const bool opened = answers_of_ != page_id_;
  if (opened) news_.clear();
  answers_of_ = page_id_;
  std::map<std::string, std::string> now;
  std::vector<std::string> news, beside;
  for (const session::Node* node : session::all_nodes(view)) {
    const bool answer = is_answer(*node);
    if (!answer && node->purpose != session::Purpose::prose) continue;
    std::string words = answer ? node->label + '\n' + node->value : std::string();
    for (const std::string& line : node->lines) words += '\n' + line;
    for (const auto& line : node->headline.lines) words += '\n' + line.number;
    words += node->headline.difference + base::render(node->wrong);
    const auto before = said_.find(node->id);
    if (!opened && (before == said_.end() || before->second != words)) (answer ? news : beside).push_back(node->id);
    now.emplace(node->id, std::move(words));
  }
  said_ = std::move(now);
  if (news.empty()) return;
  news.insert(news.end(), beside.begin(), beside.end());
  news_ = std::move(news);
}

void Page::draw(ImDrawList* list, Fonts& fonts, double width, double height) {
  frame_ = {&fonts, width, height};
  lay_out(list);
  if (list != nullptr) seen_page_ = page_id_;
}

/// Keys may come faster than frames are drawn: what they act on is placed for them.
void Page::catch_up() {
  if (frame_.fonts != nullptr && host_.view().revision != revision_) lay_out(nullptr);
}

/// What a zone of the last layout is in the view that is; nothing if its page or its action has gone since.
std::optional<Zone> Page::still_there(const Zone* zone) const {
  if (zone == nullptr) return std::nullopt;
  const session::View& view = host_.view();
  if (identity(view) != seen_page_) return std::nullopt;
  for (const session::Node* node : session::all_nodes(view)) {
    if (node->id != zone->node) continue;
    const auto action = std::ranges::find(node->actions, zone->action, &session::Action::id);
    if (action == node->actions.end()) return std::nullopt;
    Zone now = *zone;
    now.enabled = action->enabled;
    now.why_not = action->why_not;
    return now;
  }
  return std::nullopt;
}

FigureFrame Page::frame_of(const session::View& view) const {
  const double width = frame_.width, height = frame_.height;
  if (stage_of(view) != nullptr) return stage_frame(shown_, view, width, height);
  return figure_frame(shown_, width - inspector_width(shown_, view, width), height, asks_to_draw(shown_, view),
                      below_scene(view));
}

void Page::lay_out(ImDrawList* list) {
  const double width = frame_.width, height = frame_.height;
  const bool audience = host_.view().audience, presenter = is_presenters(host_.view());
  const Theme wall = class_theme(theme, usual_scale, width, height);
  shown_ = audience ? wall : presenter ? presenter_theme(theme, width, height) : fitted(theme, width, height);
  if (host_.figure_frame) {
    // The presenter's page has the room's figures in small.
    const session::View& seen = host_.view().beneath ? *host_.view().beneath : host_.view();
    const FigureFrame frame = audience || presenter ? class_figure_frame(wall, width, height) : frame_of(seen);
    host_.figure_frame(frame.width, frame.height);
  }
  const session::View& view = host_.view();
  revision_ = view.revision;
  sync(view);
  // A reason is said while it holds: the run that stood in the way may have ended meanwhile.
  if (message_ == reason_ && !is_given(view, reason_)) message_.clear();
  Canvas canvas(list, *frame_.fonts, shown_);
  Sheet sheet(canvas, attention_);
  if (view.beneath != nullptr) {
    const Attention none;  // nothing of it can be done now
    Sheet under(canvas, none);
    under.ways_in = ways_in(view);
    composed(under, *view.beneath, kept_ ? kept_->scrolls : scrolls_);
    layout_ = compose_palette(sheet, view, width, height, scrolls_);
  } else {
    sheet.ways_in = ways_in(view);
    layout_ = composed(sheet, view, scrolls_);
  }
  placements_ = std::move(sheet.placements);
  zones_ = std::move(sheet.zones);
  std::map<std::string, std::size_t> order;
  for (const session::Node* node : session::all_nodes(view)) order.emplace(node->id, order.size());
  std::stable_sort(zones_.begin(), zones_.end(),
                   [&](const Zone& a, const Zone& b) { return order[a.node] < order[b.node]; });
  if (overlay_ != Overlay::none) {
    overlay_region_ = draw_overlay(sheet, overlay_, view, width, height, overlay_region_.scroll);
    overlay_region_.scroll = std::min(overlay_region_.scroll, overlay_region_.most());
  }
  // Before anything is shown: the page before may have had fewer parts.
  scrolls_.resize(std::max<std::size_t>(2, layout_.regions.size()), 0);
  bool moved = false;
  if (const session::Node* entry = chosen_entry(view); entry != nullptr && canvas.dry() && entry->id != chosen_) {
    chosen_ = entry->id;
    show_chosen();
    moved = true;
  }
  if ((reveal_ || !news_.empty()) && canvas.dry()) {
    if (reveal_) show_focus();
    show_news();
    reveal_ = false;
    news_.clear();
    moved = true;
  }
  for (std::size_t i = 0; i < layout_.regions.size(); ++i) {
    const double fits = std::clamp(scrolls_[i], 0.0, layout_.regions[i].most());
    moved = moved || fits != scrolls_[i];
    scrolls_[i] = fits;
  }
  // Where things went is only true for the scroll they were drawn with.
  if (moved && canvas.dry()) lay_out(list);
}

Layout Page::composed(Sheet& sheet, const session::View& view, const std::vector<double>& scrolls) const {
  const double width = frame_.width, height = frame_.height;
  if (view.audience) return compose_class(sheet, view, width, height, message_);
  if (is_presenters(view)) return compose_presenter(sheet, view, width, height, scrolls, message_);
  if (stage_of(view) != nullptr) return compose_stage(sheet, view, width, height, scrolls, message_);
  if (has_map(view)) return compose_map(sheet, view, width, height, scrolls, message_);
  return compose(sheet, view, width, height, scrolls, message_);
}

/// The palette's chosen line, wherever the list was scrolled to.
void Page::show_chosen() {
  const auto placed = std::ranges::find(placements_, chosen_, &Placement::id);
  if (placed != placements_.end() && placed->region == 0) show(placed->box.y, placed->box.bottom(), 0);
}

/// Scrolls a part until what lies between is seen; its top, if it is higher than the part.
void Page::show(double top, double bottom, std::size_t region) {
  assert(region < scrolls_.size());
  const Box& window = layout_.regions[region].box;
  const double margin = shown_.px(24), least = shown_.px(8);  // less than stands between two nodes: none is cut through
  const double below = bottom + margin - window.bottom(), above = window.y + margin - top;
  if (below > 0) scrolls_[region] += std::min(below, top - least - window.y);
  if (above > 0) scrolls_[region] -= above;
}

void Page::show_focus() {
  const Zone* zone = zone_of(attention_.focus);
  if (zone != nullptr && zone->kind == Zone::Kind::text) show_caret(*zone);
  if (zone == nullptr || zone->region < 0 || static_cast<std::size_t>(zone->region) >= layout_.regions.size()) return;
  show(zone->box.y, zone->box.bottom(), static_cast<std::size_t>(zone->region));
}

/// Scrolls a field whose text is higher than its box until the line of the caret is seen.
void Page::show_caret(const Zone& zone) {
  Field& field = attention_.fields.at(zone.node);
  const EditLayout layout(field.edit.text(), zone.font, zone.wrap);
  const double line = static_cast<double>(layout.place(field.edit.caret()).line) * zone.leading;
  const double top = zone.origin_y + line - zone.box.y, margin = shown_.px(8);
  const double above = margin - top, below = top + zone.leading + margin - zone.box.h;
  field.scroll = std::clamp(field.scroll, 0.0, zone.most_scroll) - std::max(0.0, above) + std::max(0.0, below);
}

/// In each part from the first new answer to the last one; what stands in no part is in sight.
void Page::show_news() {
  std::map<int, Box> all;
  for (const Placement& placed : placements_) {
    if (placed.region < 0 || std::ranges::find(news_, placed.id) == news_.end()) continue;
    const auto [part, first] = all.emplace(placed.region, placed.box);
    if (first) continue;
    Box& box = part->second;
    const double bottom = std::max(box.bottom(), placed.box.bottom());
    box.y = std::min(box.y, placed.box.y);
    box.h = bottom - box.y;
  }
  for (const auto& [region, box] : all) show(box.y, box.bottom(), static_cast<std::size_t>(region));
}

void Page::focus(const Target& target, bool by_keyboard) {
  attention_.by_keyboard = by_keyboard;
  if (by_keyboard) reveal_ = true;
  if (target == attention_.focus) return;
  attention_.focus = target;
  const Zone* zone = zone_of(target);
  if (by_keyboard && zone != nullptr && zone->kind == Zone::Kind::text) {
    attention_.fields.at(zone->node).edit.select_all();
  }
}

void Page::focus_next(int direction) {
  // A bar that is dragged has a field beside it for the keyboard, a mark that is pointed at its name in the inspector.
  std::vector<Target> stops;
  for (const Zone& zone : zones_) {
    const bool pointed =
        zone.kind == Zone::Kind::drag || zone.kind == Zone::Kind::point || zone.kind == Zone::Kind::word;
    if (!pointed) stops.push_back(zone.target());
  }
  if (stops.empty()) return;
  const auto count = std::ssize(stops);
  const auto now = std::find(stops.begin(), stops.end(), attention_.focus);
  // The first Tab shows where the keyboard is, the next ones move it.
  if (now != stops.end() && !attention_.by_keyboard) return focus(*now, true);
  const std::ptrdiff_t at = now == stops.end() ? (direction > 0 ? -1 : count) : now - stops.begin();
  focus(stops[static_cast<std::size_t>((at + direction + count) % count)], true);
}

void Page::scroll_by(double pixels) {
  if (overlay_ != Overlay::none) {
    overlay_region_.scroll = std::clamp(overlay_region_.scroll + pixels, 0.0, overlay_region_.most());
    return;
  }
  // The part that the keyboard is in.
  const Zone* zone = zone_of(attention_.focus);
  const bool elsewhere =
      zone != nullptr && zone->region > 0 && static_cast<std::size_t>(zone->region) < scrolls_.size();
  scrolls_[elsewhere ? static_cast<std::size_t>(zone->region) : 0] += pixels;
}

void Page::wheel(double x, double y, double steps) {
  const double pixels = -steps * shown_.px(64);
  if (overlay_ != Overlay::none) return scroll_by(pixels);
  // A long text scrolls first; at its end the page goes on.
  if (const Zone* zone = zone_at(x, y); zone != nullptr && zone->most_scroll > 0) {
    double& scroll = attention_.fields.at(zone->node).scroll;
    const double from = std::exchange(scroll, std::clamp(scroll + pixels, 0.0, zone->most_scroll));
    if (scroll != from) return;
  }
  for (std::size_t i = 0; i < layout_.regions.size(); ++i) {
    if (layout_.regions[i].box.contains(x, y)) scrolls_[i] += pixels;
  }
}

}  // namespace ui
