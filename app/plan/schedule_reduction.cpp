// Reduction: a row streams by once and leaves one element; rows of any length.
#include "base/words.hpp"
#include "plan/scheduler.hpp"

#include <algorithm>

namespace plan {

std::string why_not_reduction(const Piece& piece, const machine::Limits& /*limits*/) {
  if (std::none_of(piece.ops.begin(), piece.ops.end(), [&](int op) { return piece.reduces(op); })) {
    return std::string(base::text("plan.nothing_reduced"));
  }
  const int spread = piece.spread_statistic();
  return spread < 0 ? std::string() : base::say("plan.not_reduction", {{"value", piece.value(spread).name}});
}

}  // namespace plan
