// The open palette as a view, and what its keys do.
#include "session/palette/palette.hpp"

#include "base/fuzzy.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "plan/presets.hpp"
#include "session/lab/open_lab.hpp"
#include "session/lesson/courses.hpp"
#include "session/palette/entries.hpp"
#include "session/state/page.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace session {
namespace {

/// What fits, the best first, and of those that fit as well the shortest; nothing typed: all, in their order.
std::vector<PaletteEntry> fitting(std::vector<PaletteEntry> all, std::string_view typed) {
  if (base::trim(typed).empty()) return all;
  std::vector<std::pair<int, PaletteEntry>> found;
  for (PaletteEntry& entry : all) {
    const auto alone = base::fuzzy_score(typed, entry.label);
    const auto whole = base::fuzzy_score(typed, entry.kind + " " + entry.label);
    if (!alone && !whole) continue;
    found.emplace_back(std::max(alone.value_or(0), whole.value_or(0)), std::move(entry));
  }
  std::ranges::stable_sort(found, [](const auto& one, const auto& other) {
    if (one.first != other.first) return one.first > other.first;
    return one.second.label.size() < other.second.label.size();
  });
  std::vector<PaletteEntry> fit;
  for (auto& [score, entry] : found) fit.push_back(std::move(entry));
  return fit;
}

Node entry_node(const PaletteEntry& entry, std::size_t number, bool chosen) {
  Node node = make("palette.entry." + std::to_string(number), Purpose::command, entry.label, entry.kind);
  if (!entry.key.empty()) node.lines.push_back(entry.key);
  node.selected = chosen;
  node.actions.push_back(labelled(entry.action, entry.label, chosen ? Keys{"Enter"} : Keys{}));
  return node;
}

Node typed_field(const Desk& desk) {
  Node node = make("palette.field", Purpose::words, base::say("session.palette.set"), desk.palette.typed);
  node.editable = node.focused = true;
  node.most_letters = most_palette_letters;
  node.actions.push_back(action("palette.set", "session.palette.set"));
  return node;
}

}  // namespace

bool can_open_palette(const Desk& desk) {
  return !desk.pages.has(PageKind::room);
}

void open_palette(Desk& desk) {
  if (desk.palette.open) return close_palette(desk);
  if (!can_open_palette(desk)) return;
  desk.palette = {.open = true, .only = {}, .typed = {}, .chosen = 0, .places = places_of(desk)};
}

void pick_preset(Desk& desk) {
  desk.palette.open = false;
  open_palette(desk);
  desk.palette.only = "preset:";
}

void close_palette(Desk& desk) {
  if (!std::exchange(desk.palette.open, false)) return;
  if (const auto beneath = desk.view.beneath) {
    const auto revision = desk.view.revision;
    desk.view = *beneath;
    desk.view.revision = revision;
  }
  desk.changed = true;
}

void type_in_palette(Desk& desk, std::string_view text) {
  std::string typed;
  for (std::size_t at = 0, letters = 0; at < text.size() && letters < most_palette_letters; ++letters) {
    const std::size_t length = base::character_length(text, at);
    if (length > 0) typed += text.substr(at, length);
    at += std::max<std::size_t>(length, 1);
  }
  desk.palette.typed = std::move(typed);
  desk.palette.chosen = 0;
}

void choose_in_palette(Desk& desk, int direction) {
  const auto& nodes = desk.view.root.children;
  const auto count = static_cast<int>(std::ranges::count(nodes, Purpose::command, &Node::purpose));
  if (count == 0) return;
  desk.palette.chosen = static_cast<std::size_t>((static_cast<int>(desk.palette.chosen) + direction + count) % count);
}

void lay_palette_over(Desk& desk, View& view) {
  PaletteState& palette = desk.palette;
  palette.open = palette.open && can_open_palette(desk);
  if (!palette.open) return;
  auto all = palette_entries(desk, view);
  std::erase_if(all, [&](const PaletteEntry& one) { return !one.action.starts_with(palette.only); });
  const auto fit = fitting(std::move(all), palette.typed);
  palette.chosen = std::min(palette.chosen, fit.empty() ? 0 : fit.size() - 1);
  Node root = make("palette", Purpose::page,
                   base::say(palette.only.empty() ? "session.palette.title" : "session.palette.presets"));
  root.actions.push_back(action("palette.back", "session.palette.back", {"Up"}));
  root.actions.push_back(action("palette.on", "session.palette.on", {"Down"}));
  root.actions.push_back(action("palette.close", "session.palette.close", {"Escape"}));
  root.children.push_back(make("palette.header", Purpose::header, root.label, base::say("session.palette.keys")));
  root.children.push_back(typed_field(desk));
  for (std::size_t i = 0; i < fit.size(); ++i) root.children.push_back(entry_node(fit[i], i + 1, i == palette.chosen));
  if (fit.empty()) root.children.push_back(make("palette.none", Purpose::notice, base::say("session.palette.none")));
  view.beneath = std::make_shared<const View>(view);
  view.root = std::move(root);
}

void open_preset(Desk& desk, std::string_view name) {
  const auto chain = plan::preset(name);
  if (!chain) return desk.fail(base::render(chain.error()));
  open_lab(desk, chain->text);
}

void open_step(Desk& desk, std::string_view number) {
  const auto step = base::to_integer(number);
  if (!step || desk.course == nullptr) return;
  desk.pages.stand_on(PageKind::lesson);
  move_to(desk, *step - 1);
}

}  // namespace session
