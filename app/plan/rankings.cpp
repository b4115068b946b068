// A ranking keeps few entries of a row and writes them when the row has ended.
#include "plan/rankings.hpp"

#include "base/words.hpp"

#include <algorithm>
#include <iterator>

namespace plan {
namespace {

std::string with_names(std::string_view key, const Piece& piece, int value, int other) {
  return base::say(key, {{"value", piece.value(value).name}, {"other", piece.value(other).name}});
}

/// Why an op that reads what a ranking makes is in another kernel.
std::string follows(const Piece& piece) {
  const auto reads = [&](const chain::Operand& operand) {
    return !operand.is_literal() && piece.inside[operand.value] && chain::ranks(piece.value(operand.value).op);
  };
  const auto after =
      std::ranges::find_if(piece.ops, [&](int op) { return std::ranges::any_of(piece.value(op).operands, reads); });
  return after == piece.ops.end() ? std::string() : with_names("plan.after_ranking", piece, *after, *after);
}

}  // namespace

std::vector<int> rankings(const Piece& piece) {
  std::vector<int> found;
  std::ranges::copy_if(piece.ops, std::back_inserter(found), [&](int op) { return chain::ranks(piece.value(op).op); });
  return found;
}

std::string why_not_ranking(const Piece& piece) {
  const std::vector<int> ranked = rankings(piece);
  const auto rows_of = [&](int op) { return piece.value(op).operands[0].value; };
  const int first = ranked.front(), rows = rows_of(first);
  if (std::string reason = follows(piece); !reason.empty()) return reason;
  for (const int op : ranked) {
    if (rows_of(op) != rows) return with_names("plan.ranking_rows", piece, first, op);
  }
  for (const int op : piece.ops) {
    const bool pointwise = chain::info(piece.value(op).op).pattern == chain::Pattern::pointwise;
    if (!pointwise && !lists(ranked, op)) return with_names("plan.ranking_beside", piece, first, op);
  }
  if (!piece.is_full(rows)) return with_names("plan.ranking_small", piece, first, rows);
  return why_no_kernel(piece);
}

std::string why_not_ranked_in_tiles(const Piece& piece) {
  for (const int op : rankings(piece)) {
    if (piece.value(op).k <= most_of_tile) continue;
    return base::say("plan.ranking_tiles", {{"value", piece.value(op).name},
                                            {"k", std::to_string(piece.value(op).k)},
                                            {"most", std::to_string(most_of_tile)}});
  }
  return follows(piece);
}

}  // namespace plan
