// Joins the ops of each composition that PyTorch has a kernel for.
#include "plan/eager.hpp"

#include "base/words.hpp"
#include "plan/scheduler.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace plan {
namespace {

constexpr std::array<std::string_view, 3> one_kernel = {"softmax", "layernorm", "rmsnorm"};

}  // namespace

base::Expected<Partition> eager(const chain::Chain& chain, const machine::Limits& limits) {
  Partition partition = apart(chain);
  for (const chain::Composition& composition : chain.compositions) {
    if (composition.name == "cross_entropy")
      return base::wrong(base::say("plan.eager_loss"), base::say("plan.eager_loss.hint"));
    if (std::ranges::find(one_kernel, composition.name) == one_kernel.end()) continue;
    Partition together = partition;
    for (int op = composition.first + 1; op <= composition.last; ++op)
      join(together, together[composition.first], together[op]);
    // How often PyTorch's kernel walks a row that does not stay is not known here: ours, which stream, say nothing of
    // it.
    const Piece piece(chain, part(together, together[composition.first]));
    const auto schedule = schedule_of(piece, limits);
    if (!schedule || *schedule == Schedule::streaming) {
      return base::wrong(base::say("plan.eager_apart", {{"composition", composition.name}}),
                         schedule ? why_not(piece, Schedule::inner_persistent, limits) : schedule.error());
    }
    if (ordered(chain, together)) partition = std::move(together);
  }
  return partition;
}

}  // namespace plan
