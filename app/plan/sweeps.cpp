// Demand flows from reductions and written tensors backwards to what they are made of.
#include "plan/sweeps.hpp"

#include "plan/row_stream.hpp"

#include <algorithm>

namespace plan {
namespace {

/// A reduction's result is known one sweep after its operand; any other value as soon as its operands are. A sum that
/// is rescaled on its way does not wait for its maximum.
std::vector<int> availability(const Piece& piece, const std::vector<RowPart>& parts) {
  std::vector<int> available(piece.chain.values.size(), 0);
  for (const int op : piece.ops) {
    for (const chain::Operand& operand : piece.value(op).operands) {
      if (!operand.is_literal()) available[op] = std::max(available[op], available[operand.value]);
    }
    const auto part = std::ranges::find(parts, op, &RowPart::op);
    if (part != parts.end() && part->maximum >= 0) {
      available[op] = available[part->maximum];
    } else if (piece.reduces(op)) {
      ++available[op];
    }
  }
  return available;
}

/// First and last sweep that needs the value; {-1, -1} if none does.
std::pair<int, int> span_of(const Sweeps& sweeps, int value) {
  int first = -1, last = -1;
  for (int sweep = 0; sweep < static_cast<int>(sweeps.needed.size()); ++sweep) {
    if (!sweeps.needed[sweep][value]) continue;
    if (first < 0) first = sweep;
    last = sweep;
  }
  return {first, last};
}

/// Reads of a row that all rows share stay in the caches by themselves.
bool worth_keeping(const Piece& piece, int value) {
  return piece.inside[value] || piece.is_full(value);
}

void place(const Piece& piece, Sweeps& sweeps) {
  std::ranges::sort(sweeps.kept, {}, &Kept::first);
  std::vector<int> free_from;  // per slot: the sweep in which its value is used for the last time
  for (Kept& kept : sweeps.kept) {
    const auto slot = std::ranges::find_if(free_from, [&](int last) { return last <= kept.first; });
    kept.slot = static_cast<int>(slot - free_from.begin());
    if (slot == free_from.end()) {
      free_from.push_back(kept.last);
    } else {
      *slot = kept.last;
    }
  }
  sweeps.slots = static_cast<int>(free_from.size());
  std::vector<int> bytes(free_from.size(), 0);
  for (const Kept& kept : sweeps.kept) {
    const auto size = piece.inside[kept.value] ? 4 : static_cast<int>(chain::size_of(piece.value(kept.value).dtype));
    bytes[kept.slot] = std::max(bytes[kept.slot], size);
  }
  for (const int size : bytes) sweeps.bytes += size;
}

Sweeps demand(const Piece& piece, std::vector<int> available, bool keep) {
  Sweeps sweeps;
  sweeps.available = std::move(available);
  const int most = *std::ranges::max_element(sweeps.available);
  sweeps.needed.assign(static_cast<std::size_t>(most) + 1, std::vector<bool>(piece.chain.values.size(), false));

  const auto need = [&](const chain::Operand& operand, int sweep) {
    if (!operand.is_literal() && piece.is_wide(operand.value)) sweeps.needed[sweep][operand.value] = true;
  };
  // Users come after what they use: going backwards, all that ask for a value have asked before it is looked at.
  const auto settle = [&](int value) {
    const auto [first, last] = span_of(sweeps, value);
    if (keep && first != last && worth_keeping(piece, value)) sweeps.kept.push_back({value, first, last, 0});
  };
  for (auto op = piece.ops.rbegin(); op != piece.ops.rend(); ++op) {
    if (piece.reduces(*op)) {
      need(piece.value(*op).operands[0], sweeps.available[*op] - 1);
      continue;
    }
    if (!piece.is_wide(*op)) continue;  // one number a row: computed between the sweeps
    if (std::ranges::count(piece.writes, *op) > 0) sweeps.needed[sweeps.available[*op]][*op] = true;
    settle(*op);
    for (int sweep = 0; sweep <= most; ++sweep) {
      if (!sweeps.needed[sweep][*op] || sweeps.fetched(*op, sweep)) continue;
      for (const chain::Operand& operand : piece.value(*op).operands) need(operand, sweep);
    }
  }
  for (const int read : piece.reads) {
    if (piece.is_wide(read)) settle(read);
  }
  for (int sweep = 0; sweep <= most; ++sweep) {
    if (std::ranges::count(sweeps.needed[sweep], true) > 0) sweeps.count = sweep + 1;
  }
  place(piece, sweeps);
  return sweeps;
}

}  // namespace

int Sweeps::rounds() const {
  return *std::ranges::max_element(available);
}

const Kept* Sweeps::find(int value) const {
  const auto found = std::ranges::find(kept, value, &Kept::value);
  return found == kept.end() ? nullptr : &*found;
}

bool Sweeps::fetched(int value, int sweep) const {
  const Kept* place = find(value);
  return place != nullptr && sweep > place->first;
}

Sweeps sweeps_of(const Piece& piece, bool keep) {
  return demand(piece, availability(piece, {}), keep);
}

Sweeps streaming_sweeps(const Piece& piece) {
  return demand(piece, availability(piece, row_stream(piece.chain, piece.ops).first.parts), false);
}

std::vector<int> times_met(const chain::Chain& chain, const Group& group) {
  std::vector<int> times(chain.values.size(), 1);
  const bool streams = group.schedule == Schedule::streaming, rereads = group.knobs.keep == Keep::nowhere;
  if (!streams && !rereads) return times;
  const Piece piece(chain, group);
  const Sweeps sweeps = streams ? streaming_sweeps(piece) : sweeps_of(piece, false);
  for (int value = 0; value < static_cast<int>(times.size()); ++value) {
    const auto meets = [&](const std::vector<bool>& sweep) { return sweep[value]; };
    const auto count = std::ranges::count_if(sweeps.needed, meets);
    if (count > 1 && piece.is_full(value)) times[value] = static_cast<int>(count);
  }
  return times;
}

std::vector<int> times_fetched(const chain::Chain& chain, const Group& group) {
  if (group.schedule == Schedule::streaming) return times_met(chain, group);
  return std::vector<int>(chain.values.size(), 1);
}

}  // namespace plan
