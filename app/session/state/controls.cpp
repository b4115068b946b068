// Which action is which control, and what first needs it.
#include "session/state/controls.hpp"

#include "lesson/kinds/kind.hpp"

#include <algorithm>
#include <array>

namespace session {
namespace {

/// An action, and the control it is; `of`: all that begin so.
struct Named {
  std::string_view action, control;
  bool of = false;
};
constexpr std::array controls = {
    Named{"next", "next"},
    Named{"back", "back"},
    Named{"export:", "export", true},
    Named{"lesson.export", "export"},
    Named{"source.toggle", "source"},
    Named{"course.open", "course"},
    Named{"glossary.open", "glossary"},
    Named{"class.open", "class"},
    Named{"lab.open", "lab"},
    Named{"inspector.toggle", "inspector"},
};

std::string_view control_of(std::string_view action) {
  const auto* found = std::ranges::find_if(
      controls, [&](const Named& one) { return one.of ? action.starts_with(one.action) : action == one.action; });
  return found == controls.end() ? std::string_view() : found->control;
}

/// Ways on that are shut now: why, the filled button says.
bool is_shut_way(const Action& action) {
  return !action.enabled && (action.id == "next" || action.id == "recording.open");
}

/// What a class on a projector leaves to the keys: its type is large, and the step comes first.
bool is_aside(const Desk& desk, const Action& action) {
  if (desk.settings.theme != figure::Theme::projector || desk.pages.has(PageKind::lab)) return false;
  const bool opens = action.id == "inspector.toggle" && !desk.inspector.open;
  return opens || action.id == "course.open" || action.id == "glossary.open" || action.id == "lab.open" ||
         action.id == "lesson.export";
}

/// What a step of the first lesson needs: a way on once its task is done, a way back once there is something behind, a
/// file of a figure once something ran, and at the end all that one can go to from here.
std::set<std::string> needed(const Course& course) {
  std::set<std::string> names;
  const auto& task = course.step().task;
  if (!task || course.attempt().locked) names.insert("next");
  if (course.at > 0) names.insert("back");
  for (std::size_t i = 0; i < course.attempts.size(); ++i) {
    const auto& asked = course.lesson.steps[i].task;
    if (asked && asked->kind->is_run() && course.attempts[i].locked) names.insert("export");
  }
  if (course.at + 1 == course.lesson.steps.size()) names.insert({"course", "class", "lab", "glossary"});
  return names;
}

}  // namespace

std::set<std::string> every_control() {
  std::set<std::string> names;
  for (const Named& one : controls) names.emplace(one.control);
  return names;
}

void introduce_controls(Desk& desk) {
  if (desk.course == nullptr && !desk.pages.has(PageKind::lab)) return;
  const bool all = desk.pages.has(PageKind::lab) || !desk.course->first;
  auto& known = desk.settings.controls;
  const auto before = known.size();
  known.merge(all ? every_control() : needed(*desk.course));
  if (known.size() != before) desk.remember();
}

void tuck_controls(const Desk& desk, Node& page) {
  const PageKind now = desk.pages.now();
  const bool aside = now == PageKind::glossary || now == PageKind::before || now == PageKind::recall;
  if (desk.pages.has(PageKind::room) || desk.pages.has(PageKind::course) || desk.pages.has(PageKind::hosts) || aside ||
      desk.course == nullptr)
    return;
  const auto tuck = [&](Node& node, const auto& self) -> void {
    for (Action& action : node.actions) {
      const auto name = control_of(action.id);
      const bool early = !name.empty() && !desk.settings.controls.contains(std::string(name));
      const bool never = is_shut_way(action) || is_aside(desk, action);
      action.tucked = !node.primary && (early || never);
      action.early = action.tucked && !never;
    }
    for (Node& child : node.children) self(child, self);
  };
  tuck(page, tuck);
}

}  // namespace session
