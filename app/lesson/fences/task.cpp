// ```task: at most one a step.
#include "lesson/fences/fence.hpp"

namespace lesson {
namespace {

void read_task_fence(LessonDraft& draft, const Piece& piece, Block& block) {
  for (const Block& above : draft.step().blocks) {
    if (above.fence == nullptr || above.fence->above_task == nullptr || above.fence->above_task(above)) continue;
    // A block's line is the first inside.
    draft.findings.tell({above.line - 1, 1, 3}, "lesson." + std::string(above.fence->word) + ".above_task");
  }
  if (block.after_task && !draft.second_task_told) {
    draft.findings.tell({piece.line, 1, 3}, "lesson.second_task");
    draft.second_task_told = true;
  }
  auto task = read_task(piece, draft.names, draft.findings);
  if (!task) return;
  if (!task->id.empty()) {
    const auto [first, is_new] = draft.task_lines.emplace(task->id, piece.line);
    if (!is_new) {
      draft.findings.tell({piece.line, 1, 3}, "lesson.task_twice",
                          {{"line", std::to_string(first->second)}, {"id", task->id}});
    }
  }
  block.name = task->id;
  if (!draft.step().task) draft.step().task = std::move(*task);
}

}  // namespace

constinit const Fence fences::task = {.word = "task", .read = read_task_fence};

}  // namespace lesson
