// Strike the arrows that nobody outside needs.
#include "lesson/kinds/counted.hpp"

#include <fmt/format.h>

namespace lesson {

constinit const TaskKind kinds::strike = [] {
  TaskKind kind = counted;
  kind.name = "strike";
  kind.by = By::marks;
  kind.asked_if_unsaid = "crossings.fused";
  kind.on_paper = &kinds::number;
  kind.lock_label = "session.lock.strike";
  kind.not_yet = "session.lock.no_strike";
  kind.next_first = "session.next.open_task";
  kind.complete = [](const Answer& answer, const Task&) { return !answer.struck.empty(); };
  kind.typed = [](const Answer& answer) { return fmt::format("{}", fmt::join(answer.struck, " ")); };
  return kind;
}();

}  // namespace lesson
