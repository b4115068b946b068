// Chooses a group's schedule.
#include "plan/scheduler.hpp"

#include "base/words.hpp"
#include "plan/attention.hpp"
#include "plan/rankings.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace plan {
namespace {

/// Of pieces that walk one space; products and views have rules of their own.
constexpr std::array table = {
    Scheduler{Schedule::pointwise, why_not_pointwise},
    Scheduler{Schedule::reduction, why_not_reduction},
    Scheduler{Schedule::inner_persistent, why_not_inner_persistent},
    Scheduler{Schedule::streaming, why_not_streaming},
};

bool is_of(const Piece& piece, int op, chain::Pattern pattern) {
  return chain::info(piece.value(op).op).pattern == pattern;
}

/// An op of this pattern is a kernel of its own; nothing where the piece has none.
std::optional<std::expected<Schedule, std::string>> alone(const Piece& piece, chain::Pattern pattern, Schedule schedule,
                                                          std::string_view key) {
  const auto op = std::ranges::find_if(piece.ops, [&](int one) { return is_of(piece, one, pattern); });
  if (op == piece.ops.end()) return std::nullopt;
  if (piece.ops.size() == 1) return schedule;
  return std::unexpected(base::say(key, {{"value", piece.value(*op).name}}));
}

/// A pick of a row that nothing else here walks: it reads one sector where a kernel over rows would read them all.
int lone_pick(const Piece& piece) {
  for (const int op : piece.ops) {
    if (piece.value(op).op != chain::Op::pick) continue;
    const int rows = piece.value(op).operands[0].value;
    const auto walks = [&](int other) {
      const auto& operands = piece.value(other).operands;
      return piece.value(other).op != chain::Op::pick &&
             std::ranges::find(operands, rows, &chain::Operand::value) != operands.end();
    };
    if (!piece.inside[rows] && std::ranges::none_of(piece.ops, walks)) return op;
  }
  return -1;
}

/// Transposes of what lies in memory, as large as all that is made of them, element by element.
bool reads_turned(const Piece& piece) {
  const std::vector<int> turned = piece.turned();
  const auto in_place = [&](int op) {
    const int from = piece.chain.in_memory(piece.value(op).operands[0].value);
    return !piece.inside[from] && piece.is_full(op) && !lists(piece.writes, op);
  };
  const auto is_pointwise = [&](int op) { return is_of(piece, op, chain::Pattern::pointwise) || lists(turned, op); };
  return !turned.empty() && std::ranges::all_of(turned, in_place) && std::ranges::all_of(piece.ops, is_pointwise) &&
         why_no_kernel(piece).empty();
}

/// Groups of rows are multiplied tile by tile, and what follows on each element is done there; no row of theirs is
/// reduced, and no other product is made of them here.
std::string no_grouped(const Piece& piece) {
  const auto grouped = [&](int op) { return piece.value(op).op == chain::Op::grouped; };
  const auto found = std::ranges::find_if(piece.ops, grouped);
  if (found == piece.ops.end()) return {};
  const auto say = [&](std::string_view key, int value, int other) {
    return base::say(key, {{"value", piece.value(value).name}, {"other", piece.value(other).name}});
  };
  const auto reduces = std::ranges::find_if(piece.ops, [&](int op) { return piece.reduces(op); });
  if (reduces != piece.ops.end()) return say("plan.grouped_rows", *found, *reduces);
  const std::vector<bool> after = piece.after(*found);
  const auto next = std::ranges::find_if(piece.ops, [&](int op) { return piece.multiplies(op) && after[op]; });
  return next == piece.ops.end() ? std::string() : say("plan.two_products", *next, *found);
}

/// A value outside that needs one made here and is needed here: the kernel would run before and after itself. -1 =
/// none.
int before_and_after(const Piece& piece) {
  std::vector<bool> later(piece.inside.size(), false);  // outside, and depends on something made here
  for (int index = 0; index < static_cast<int>(later.size()); ++index) {
    if (piece.chain.is_free_view(index)) continue;
    for (const chain::Operand& operand : piece.value(index).operands) {
      if (operand.is_literal()) continue;
      const int read = piece.chain.in_memory(operand.value);
      if (piece.inside[index] && later[read]) return read;
      if (!piece.inside[index] && (piece.inside[read] || later[read])) later[index] = true;
    }
  }
  return -1;
}

}  // namespace

std::span<const Scheduler> schedulers() {
  return table;
}

std::string why_not(const Piece& piece, Schedule schedule, const machine::Limits& limits) {
  const auto row = std::ranges::find(table, schedule, &Scheduler::schedule);
  const bool walks = std::ranges::none_of(piece.ops,
                                          [&](int op) {
                                            return is_of(piece, op, chain::Pattern::view) ||
                                                   is_of(piece, op, chain::Pattern::unpack) ||
                                                   is_of(piece, op, chain::Pattern::fetch) ||
                                                   is_of(piece, op, chain::Pattern::scatter);
                                          }) &&
                     lone_pick(piece) < 0 && rankings(piece).empty();
  if (row != table.end() && walks && !piece.has_product()) {
    std::string reason = why_no_kernel(piece);
    return reason.empty() ? row->why_not(piece, limits) : reason;
  }
  const auto chosen = schedule_of(piece, limits);
  if (!chosen) return chosen.error();
  return *chosen == schedule ? std::string() : std::string(base::text("plan.other_schedule"));
}

std::expected<Schedule, std::string> schedule_of(const Piece& piece, const machine::Limits& limits) {
  if (const int whole = piece.whole_row(); piece.has_product() && whole >= 0) {
    return std::unexpected(base::say("plan.whole_row", {{"value", piece.value(whole).name}}));
  }
  if (auto scatter = alone(piece, chain::Pattern::scatter, Schedule::scatter, "plan.scatter_alone")) {
    return *std::move(scatter);
  }
  if (std::string reason = no_grouped(piece); !reason.empty()) return std::unexpected(std::move(reason));
  if (piece.has_product() && is_chained(piece)) {
    const auto found = attention(piece);
    if (!found) return std::unexpected(found.error());
    return Schedule::attention;
  }
  const auto named = [&](int op) { return !is_of(piece, op, chain::Pattern::fetch) || names_rows(piece, op); };
  const bool by_name = piece.has_product() && std::ranges::all_of(piece.ops, named);
  auto fetch = alone(piece, chain::Pattern::fetch, Schedule::gather, "plan.gather_alone");
  if (fetch && !by_name) return *std::move(fetch);
  if (piece.has_product()) {
    std::string reason = why_not_matmul(piece);
    if (!reason.empty()) return std::unexpected(std::move(reason));
    const bool reduces = std::ranges::any_of(piece.ops, [&](int op) { return piece.reduces(op); });
    return reduces ? Schedule::matmul_reduce : Schedule::matmul;
  }
  if (const int pick = lone_pick(piece); pick >= 0) {
    if (piece.ops.size() == 1) return Schedule::gather;
    return std::unexpected(base::say("plan.pick_alone", {{"value", piece.value(pick).name}}));
  }
  if (reads_turned(piece)) return Schedule::pointwise;
  if (auto view = alone(piece, chain::Pattern::view, Schedule::view, "plan.view_alone")) return *std::move(view);
  if (auto unpack = alone(piece, chain::Pattern::unpack, Schedule::unpack, "plan.unpack_alone")) {
    return *std::move(unpack);
  }
  if (!rankings(piece).empty()) {
    std::string reason = why_not_ranking(piece);
    if (!reason.empty()) return std::unexpected(std::move(reason));
    return Schedule::ranking;
  }
  if (std::string reason = why_no_kernel(piece); !reason.empty()) return std::unexpected(std::move(reason));
  std::string reason;
  for (const Scheduler& scheduler : schedulers()) {
    reason = scheduler.why_not(piece, limits);
    if (reason.empty()) return scheduler.schedule;
  }
  return std::unexpected(std::move(reason));
}

std::string why_not(const chain::Chain& chain, const std::vector<int>& ops, const machine::Limits& limits) {
  const Piece piece(chain, ops);
  if (const int between = before_and_after(piece); between >= 0) {
    return base::say("plan.before_and_after", {{"value", piece.value(between).name}});
  }
  const auto schedule = schedule_of(piece, limits);
  return schedule ? std::string() : schedule.error();
}

}  // namespace plan
