// By lesson, and in it by "TASK.QUESTION".
#include "session/state/kept_taps.hpp"

#include "lesson/kinds/kind.hpp"

#include <map>
#include <string>

namespace session {
namespace {

/// Before a question's own name; empty if the step is no run.
std::string prefix_of(const Course& course, std::size_t step) {
  const auto& task = course.lesson.steps[step].task;
  return task && task->kind->is_run() ? task->id + "." : std::string();
}

}  // namespace

void keep_taps(Desk& desk, const Course& course, std::size_t step) {
  const std::string prefix = prefix_of(course, step);
  if (!desk.services.keeps_answers || prefix.empty()) return;
  const std::string& id = course.lesson.id;
  auto kept = desk.settings.observed[id];
  std::erase_if(kept, [&](const auto& one) { return one.first.starts_with(prefix); });
  for (const auto& [question, tap] : course.attempts[step].seen) kept[prefix + question] = tap;
  if (kept.empty()) {
    desk.settings.observed.erase(id);
  } else {
    desk.settings.observed[id] = std::move(kept);
  }
}

void recall_taps(const Desk& desk, Course& course, std::size_t step) {
  const std::string prefix = prefix_of(course, step);
  const auto kept = desk.settings.observed.find(course.lesson.id);
  if (prefix.empty() || kept == desk.settings.observed.end()) return;
  for (const auto& [name, tap] : kept->second) {
    if (name.starts_with(prefix)) course.attempts[step].seen[name.substr(prefix.size())] = tap;
  }
}

}  // namespace session
