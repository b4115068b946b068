// One walk over the ops: each is of elements, of rows, or cannot be here.
#include "plan/product_rows.hpp"

#include <algorithm>

namespace plan {
namespace {

/// Sorts the ops of a kernel into ProductRows, in SSA order.
class Sorter {
 public:
  explicit Sorter(const chain::Chain& chain) : chain_(chain), made_(chain.values.size(), false) {}

  /// False where none of the lists takes it.
  bool take(int op) {
    made_[op] = true;
    if (chain::ranks(chain_.values[op].op)) return rank(op);
    if (statistic_of(op) < 0 && !of_shifted(op)) {
      (reduces(op) ? add_part(op, -1) : rows.tile.push_back(op));
      return true;
    }
    if (const int maximum = shifts(op); maximum >= 0) {
      rows.shifted.push_back(op);
      shifted_by_.emplace_back(op, maximum);
      return true;
    }
    const int maximum = of_exponentials(op);
    if (maximum >= 0) return add_part(op, maximum), true;
    if (reduces(op) || of_elements(op) || chain_.values[op].shape.columns() != 1) return false;
    rows.rows.push_back(op);
    return true;
  }

  /// A reduction, or a number a row made of one, that the op reads; -1 = none.
  [[nodiscard]] int statistic_of(int op) const {
    for (const chain::Operand& operand : chain_.values[op].operands) {
      if (operand.is_literal()) continue;
      if (rows.part(operand.value) != nullptr || lists(rows.rows, operand.value)) return operand.value;
    }
    return -1;
  }
  /// The maximum that the elements which the op reads are shifted by; -1 = none.
  [[nodiscard]] int maximum_of(int op) const {
    for (const chain::Operand& operand : chain_.values[op].operands) {
      if (!operand.is_literal() && lists(rows.shifted, operand.value)) return shifted_by(operand.value);
    }
    return -1;
  }

  ProductRows rows;

 private:
  /// Of elements that are at hand; rankings of one value share what they keep.
  bool rank(int op) {
    if (statistic_of(op) >= 0 || of_shifted(op)) return false;
    const chain::Value& value = chain_.values[op];
    const auto shared = std::ranges::find_if(rows.parts, [&](const RowPart& part) {
      return part.best > 0 && chain_.values[part.op].operands[0].value == value.operands[0].value;
    });
    if (shared == rows.parts.end()) {
      rows.parts.push_back({op, -1, value.k, {}});
    } else {
      shared->best = std::max(shared->best, value.k);
      shared->also.push_back(op);
    }
    return true;
  }
  [[nodiscard]] bool reduces(int op) const {
    return chain::info(chain_.values[op].op).pattern == chain::Pattern::reduction;
  }
  void add_part(int op, int maximum) { rows.parts.push_back({op, maximum, 0, {}}); }
  [[nodiscard]] bool of_shifted(int op) const { return maximum_of(op) >= 0; }
  [[nodiscard]] bool of_elements(int op) const {
    return std::ranges::any_of(chain_.values[op].operands, [&](const chain::Operand& operand) {
      return !operand.is_literal() && rows.on_elements(operand.value);
    });
  }
  [[nodiscard]] int shifted_by(int value) const {
    return std::ranges::find(shifted_by_, value, &std::pair<int, int>::first)->second;
  }

  /// z - max(z), or the exp of that: the maximum. Else -1.
  [[nodiscard]] int shifts(int op) const {
    const chain::Value& value = chain_.values[op];
    const int first = value.operands[0].value;
    if (value.op == chain::Op::exp && first >= 0 && lists(rows.shifted, first)) {
      return chain_.values[first].op == chain::Op::sub ? shifted_by(first) : -1;
    }
    if (value.op != chain::Op::sub || value.operands[1].is_literal() || first < 0) return -1;
    const RowPart* part = rows.part(value.operands[1].value);
    if (part == nullptr || chain_.values[part->op].op != chain::Op::max) return -1;
    const bool on_hand = !made_[first] || lists(rows.tile, first);  // it is read, or made of each element
    return chain_.values[part->op].operands[0].value == first && on_hand ? part->op : -1;
  }
  /// A sum or a mean of exp(z - max(z)): that maximum. Else -1.
  [[nodiscard]] int of_exponentials(int op) const {
    const chain::Value& value = chain_.values[op];
    if (value.op != chain::Op::sum && value.op != chain::Op::mean) return -1;
    const int of = value.operands[0].value;
    return lists(rows.shifted, of) && chain_.values[of].op == chain::Op::exp ? shifted_by(of) : -1;
  }

  const chain::Chain& chain_;
  std::vector<bool> made_;                       ///< the ops so far
  std::vector<std::pair<int, int>> shifted_by_;  ///< op, maximum
};

}  // namespace

bool RowPart::makes(int value) const {
  return value == op || lists(also, value);
}

const RowPart* ProductRows::part(int op) const {
  const auto found = std::ranges::find_if(parts, [&](const RowPart& part) { return part.makes(op); });
  return found == parts.end() ? nullptr : &*found;
}

bool ProductRows::on_elements(int op) const {
  return lists(tile, op) || lists(shifted, op);
}

ProductRows product_rows(const chain::Chain& chain, const std::vector<int>& ops) {
  Sorter sorter(chain);
  for (const int op : ops) sorter.take(op);
  return std::move(sorter.rows);
}

Spread spread_over_tiles(const Piece& piece) {
  Sorter sorter(piece.chain);
  for (const int op : piece.ops) {
    const bool taken = sorter.take(op);
    const bool leaves = lists(sorter.rows.shifted, op) && lists(piece.writes, op);
    if (taken && !leaves) continue;
    const int statistic = sorter.statistic_of(op);
    return {op, statistic >= 0 ? statistic : sorter.maximum_of(op)};
  }
  return {};
}

}  // namespace plan
