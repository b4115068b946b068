// A mark on each arrow of the unfused plan, in order.
#include "lesson/kinds/counted.hpp"

#include <fmt/format.h>

namespace lesson {

constinit const TaskKind kinds::count_arrows = [] {
  TaskKind kind = counted;
  kind.name = "count_arrows";
  kind.by = By::marks;
  kind.asked_if_unsaid = "crossings.unfused";
  kind.marks_in_order = true;
  kind.on_paper = &kinds::number;
  kind.next_first = "session.next.mark_first";
  kind.typed = [](const Answer& answer) { return fmt::format("{}", fmt::join(answer.marks, " ")); };
  return kind;
}();

}  // namespace lesson
