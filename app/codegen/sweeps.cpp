// Demand flows from reductions and written tensors backwards to what they are made of.
#include "codegen/sweeps.hpp"

#include <algorithm>

namespace codegen {
namespace {

/// A reduction's result is known one sweep after its operand; any other value as soon as its operands are.
std::vector<int> availability(const View& view) {
  std::vector<int> available(view.chain.values.size(), 0);
  for (const int op : view.group.ops) {
    for (const chain::Operand& operand : view.value(op).operands) {
      if (!operand.is_literal()) available[op] = std::max(available[op], available[operand.value]);
    }
    if (view.reduces(op)) ++available[op];
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
bool worth_keeping(const View& view, int value) {
  return view.made_here(value) || view.is_full(value);
}

void place(const View& view, Sweeps& sweeps) {
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
    const auto size = view.made_here(kept.value) ? 4 : static_cast<int>(chain::size_of(view.value(kept.value).dtype));
    bytes[kept.slot] = std::max(bytes[kept.slot], size);
  }
  for (const int size : bytes) sweeps.bytes += size;
}

}  // namespace

const Kept* Sweeps::find(int value) const {
  const auto found = std::ranges::find(kept, value, &Kept::value);
  return found == kept.end() ? nullptr : &*found;
}

bool Sweeps::fetched(int value, int sweep) const {
  const Kept* place = find(value);
  return place != nullptr && sweep > place->first;
}

Sweeps sweeps_of(const View& view, bool keep) {
  Sweeps sweeps;
  sweeps.available = availability(view);
  const int most = *std::ranges::max_element(sweeps.available);
  sweeps.needed.assign(static_cast<std::size_t>(most) + 1, std::vector<bool>(view.chain.values.size(), false));

  const auto need = [&](const chain::Operand& operand, int sweep) {
    if (!operand.is_literal() && view.is_wide(operand.value)) sweeps.needed[sweep][operand.value] = true;
  };
  // Users come after what they use: going backwards, all that ask for a value have asked before it is looked at.
  const auto settle = [&](int value) {
    const auto [first, last] = span_of(sweeps, value);
    if (keep && first != last && worth_keeping(view, value)) sweeps.kept.push_back({value, first, last, 0});
  };
  for (auto op = view.group.ops.rbegin(); op != view.group.ops.rend(); ++op) {
    if (view.reduces(*op)) {
      need(view.value(*op).operands[0], sweeps.available[*op] - 1);
      continue;
    }
    if (!view.is_wide(*op)) continue;  // one number a row: computed between the sweeps
    if (view.written(*op)) sweeps.needed[sweeps.available[*op]][*op] = true;
    settle(*op);
    for (int sweep = 0; sweep <= most; ++sweep) {
      if (!sweeps.needed[sweep][*op] || sweeps.fetched(*op, sweep)) continue;
      for (const chain::Operand& operand : view.value(*op).operands) need(operand, sweep);
    }
  }
  for (const int read : view.group.reads) {
    if (view.is_wide(read)) settle(read);
  }
  for (int sweep = 0; sweep <= most; ++sweep) {
    if (std::ranges::count(sweeps.needed[sweep], true) > 0) sweeps.count = sweep + 1;
  }
  place(view, sweeps);
  return sweeps;
}

}  // namespace codegen
