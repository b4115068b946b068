// Streaming: a row of any length is swept twice, since its maximum and its sum of exponentials come out of one sweep.
// What the second sweep reads again is a crossing more, and is counted as one.
#include "base/units.hpp"
#include "base/words.hpp"
#include "plan/row_stream.hpp"
#include "plan/scheduler.hpp"

#include <algorithm>

namespace plan {
namespace {

/// A number of the row that the op needs, itself or by what it is made of.
int statistic_behind(const Piece& piece, int op) {
  const std::vector<bool> statistic = piece.row_statistics();
  int found = -1;
  std::vector<int> open{op};
  while (found < 0 && !open.empty()) {
    const int top = open.back();
    open.pop_back();
    for (const chain::Operand& operand : piece.value(top).operands) {
      if (operand.is_literal() || !piece.inside[operand.value]) continue;
      if (statistic[operand.value]) found = operand.value;
      open.push_back(operand.value);
    }
  }
  return found;
}

}  // namespace

std::string why_not_streaming(const Piece& piece, const machine::Limits& limits) {
  const RowStream stream = row_stream(piece.chain, piece.ops);
  // Without such a sum nothing is gained: the reason is the one why the row cannot stay.
  if (!stream.rescales() || piece.whole_row() >= 0) {
    std::string reason = why_not_inner_persistent(piece, limits);
    return reason.empty() ? std::string(base::text("plan.nothing_rescaled")) : reason;
  }
  const auto third = std::ranges::find_if(stream.second, [&](int op) { return piece.reduces(op); });
  if (third != stream.second.end()) {
    return base::say("plan.third_sweep", {{"value", piece.value(*third).name},
                                          {"other", piece.value(statistic_behind(piece, *third)).name},
                                          {"columns", base::group_digits(piece.space.columns())}});
  }
  // Readers see a stored value as it was rounded: an exponential is only once the maximum is known, too late for the
  // sum, and what each sweep makes anew is not.
  const auto rounds = [&](int op) {
    return piece.is_wide(op) && piece.value(op).dtype != chain::Dtype::f32 && std::ranges::count(piece.writes, op) > 0;
  };
  for (const auto* ops : {&stream.first.tile, &stream.first.shifted}) {
    const auto rounded = std::ranges::find_if(*ops, rounds);
    if (rounded == ops->end()) continue;
    return base::say("plan.stream_rounds",
                     {{"value", piece.value(*rounded).name}, {"dtype", chain::name(piece.value(*rounded).dtype)}});
  }
  return {};
}

}  // namespace plan
