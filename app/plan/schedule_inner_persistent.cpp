// Inner-persistent: a whole row stays on chip while it is reduced and then used again.
#include "base/units.hpp"
#include "base/words.hpp"
#include "plan/scheduler.hpp"

namespace plan {

std::string why_not_inner_persistent(const Piece& piece, const Limits& limits) {
  const int spread = piece.spread_statistic();
  if (spread < 0 || piece.space.columns() <= limits.persistent_row) return {};
  return base::say("plan.long_row", {{"value", piece.value(spread).name},
                                     {"columns", base::group_digits(piece.space.columns())},
                                     {"limit", base::group_digits(limits.persistent_row)}});
}

}  // namespace plan
