// Run both plans; the reveal follows.
#include "lesson/kinds/kind.hpp"

namespace lesson {

constinit const TaskKind kinds::run = {
    .name = "run",
    .by = By::run,
    .next_first = "session.next.run_first",
};

}  // namespace lesson
