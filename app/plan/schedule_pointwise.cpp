// Pointwise: each element by itself, in any order, by any thread.
#include "base/words.hpp"
#include "plan/scheduler.hpp"

#include <algorithm>

namespace plan {

std::string why_not_pointwise(const Piece& piece, const machine::Limits& /*limits*/) {
  const auto reduction = std::find_if(piece.ops.begin(), piece.ops.end(), [&](int op) { return piece.reduces(op); });
  if (reduction == piece.ops.end()) return {};
  return base::say("plan.not_pointwise", {{"value", piece.value(*reduction).name}});
}

}  // namespace plan
