// Actions are taken from the page as it is shown: what the lock rule keeps back cannot be found here either.
#include "session/palette/entries.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "plan/presets.hpp"
#include "session/state/page.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace session {
namespace {

/// Answers are given on the page, where they are read; marks are clicked where they lie.
bool is_command(const Node& node, const Action& action) {
  switch (node.purpose) {
    case Purpose::choice:
    case Purpose::number:
    case Purpose::words:
    case Purpose::taps:
    case Purpose::strip:
    case Purpose::step:
      return false;
    default:
      break;
  }
  const bool types = node.purpose == Purpose::chain || node.purpose == Purpose::slider;
  if (types && &action == &node.actions.front()) return false;  // it wants a text, or a place
  return action.enabled && !action.label.empty() && action.mark.empty() && action.gesture == Gesture::click;
}

void add_entry(std::vector<PaletteEntry>& all, const Action& action, std::string kind = {}) {
  const auto same = [&](const PaletteEntry& one) { return one.action == action.id || one.label == action.label; };
  if (std::ranges::any_of(all, same)) return;
  all.push_back({action.id, action.label, std::move(kind), action.keys.empty() ? std::string() : action.keys.front()});
}

/// Pages that can be opened from any other.
std::vector<Action> other_pages(const Desk& desk) {
  std::vector<Action> all;
  const PageKind now = desk.pages.now();
  if (now == PageKind::lab && desk.course != nullptr) all.push_back(action("lesson.back", "session.lesson.back"));
  if (now != PageKind::course) all.push_back(action("course.open", "session.course.list"));
  if (now != PageKind::glossary) all.push_back(action("glossary.open", "session.glossary.open"));
  if (now != PageKind::lab) all.push_back(action("lab.open", "session.lab.open"));
  if (now != PageKind::quiz) all.push_back(action("quiz.open", "session.quiz.open"));
  if (now == PageKind::lesson && desk.course != nullptr) all.push_back(action("class.open", "session.class.open"));
  if (now != PageKind::hosts) all.push_back(action("hosts.open", "session.host.open"));
  return all;
}

std::vector<PaletteEntry> step_entries(const Desk& desk) {
  std::vector<PaletteEntry> all;
  if (desk.course == nullptr) return all;
  const auto& lesson = desk.course->lesson;
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    all.push_back({fmt::format("palette.step:{}", i + 1),
                   fmt::format("{} {}", i + 1, lesson.steps[i].title),
                   base::say("session.palette.step"),
                   {}});
  }
  return all;
}

/// What a preset comes to: "y = gelu(x + b)"; empty for one that cannot be read, which says so when it is opened.
std::string last_line(const std::string& preset) {
  const auto chain = plan::preset(preset);
  if (!chain) return {};
  std::string last;
  for (const auto line : base::split_lines(chain->text)) {
    if (line.find('=') != std::string_view::npos && !base::trim(line).starts_with('#')) last = base::trim(line);
  }
  return last;
}

}  // namespace

std::vector<PaletteEntry> palette_entries(const Desk& desk, const View& page) {
  std::vector<PaletteEntry> all;
  for (const Node* node : all_nodes(page)) {
    for (const Action& action : node->actions) {
      if (is_command(*node, action)) add_entry(all, action);
    }
  }
  const auto kind = [](std::string_view key) { return base::say(key); };
  for (const Action& one : other_pages(desk)) add_entry(all, one, kind("session.palette.page"));
  for (PaletteEntry& one : step_entries(desk)) all.push_back(std::move(one));
  all.insert(all.end(), desk.palette.places.begin(), desk.palette.places.end());
  for (const Action& one : page.window) {
    if (one.id != "palette.open") add_entry(all, one, kind("session.palette.window"));
  }
  return all;
}

std::vector<PaletteEntry> places_of(const Desk& desk) {
  std::vector<PaletteEntry> all;
  if (const auto listed = desk.services.course()) {  // what is wrong with it is said where the course is opened
    for (const lesson::Listed& one : *listed)
      all.push_back({"lesson:" + one.id, one.id + " " + one.title, base::say("session.palette.lesson"), {}});
  }
  try {
    for (const std::string& name : plan::preset_names()) {
      all.push_back({"preset:" + name, name, base::say("session.palette.preset"), last_line(name)});
    }
  } catch (const base::MachineError& e) {
    all.clear();  // the program's files are gone: whatever is opened next says so
  }
  return all;
}

}  // namespace session
