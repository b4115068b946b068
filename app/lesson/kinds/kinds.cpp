// The table of kinds of tasks.
#include "lesson/kinds/kind.hpp"

namespace lesson {
namespace {

constexpr const TaskKind* all_kinds[] = {&kinds::count_arrows, &kinds::strike, &kinds::number, &kinds::choice,
                                         &kinds::true_false,   &kinds::run,    &kinds::words,  &kinds::sketch};

}  // namespace

std::span<const TaskKind* const> task_kinds() {
  return all_kinds;
}

}  // namespace lesson
