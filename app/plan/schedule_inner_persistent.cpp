// Inner-persistent: a whole row stays on chip while it is reduced and then used again; or several, of several tensors.
// Where rows do not stay and no stream does (schedule_streaming.cpp), the plan is cut, and what is read again is a
// crossing of the next kernel.
#include "base/units.hpp"
#include "base/words.hpp"
#include "plan/scheduler.hpp"
#include "plan/sweeps.hpp"

#include <algorithm>

namespace plan {

std::string why_not_inner_persistent(const Piece& piece, const machine::Limits& limits) {
  const int spread = piece.spread_statistic();
  const auto ordered = std::ranges::find_if(piece.ops, [&](int op) { return piece.chain.in_order(op); });
  if (spread >= 0 && ordered != piece.ops.end()) {
    return base::say("plan.in_order", {{"value", piece.value(*ordered).name}, {"spread", piece.value(spread).name}});
  }
  const std::int64_t columns = piece.space.columns();
  const auto stay = [&](std::size_t rows) {
    return static_cast<std::int64_t>(rows) * columns <= limits.persistent_row;
  };
  if (spread < 0 || stay(piece.reads.size() + piece.ops.size())) return {};
  const auto rows = static_cast<std::size_t>(std::max(1, sweeps_of(piece, true).slots));
  if (stay(rows)) return {};
  return base::say(rows == 1 ? "plan.long_row" : "plan.long_rows",
                   {{"value", piece.value(spread).name},
                    {"rows", std::to_string(rows)},
                    {"columns", base::group_digits(columns)},
                    {"limit", base::group_digits(limits.persistent_row)}});
}

}  // namespace plan
