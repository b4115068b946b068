// Most groups are one stage; (b * c) * x with vectors b, c makes two.
#include "device/cpu/stage_split.hpp"

#include "plan/row_stream.hpp"

#include <algorithm>

namespace device::cpu {
namespace {

using chain::Chain;
using chain::Op;
using chain::Shape;

/// The shape an op runs over: what it reduces, else what it makes.
const Shape& own_space(const Chain& chain, int op) {
  const chain::Value& value = chain.values[op];
  const bool reduces = is_reduction(chain, op) && !value.operands[0].is_literal();
  return reduces ? chain.values[value.operands[0].value].shape : value.shape;
}

/// Splitting in progress.
class Splitter {
 public:
  Splitter(const Chain& of, const std::vector<int>& ops) : chain_(of), left_(ops) {
    std::sort(left_.begin(), left_.end());
    done_.assign(of.values.size(), true);
    for (const int op : left_) done_[op] = false;
  }

  std::vector<StageOps> stages() {
    std::vector<StageOps> result;
    while (!left_.empty()) result.push_back(next());
    return result;
  }

 private:
  /// What can run now over this space, in one stage: ops of the space, and of its rows once they hang on a reduction
  /// here.
  [[nodiscard]] std::vector<int> runnable(const Shape& space) const {
    std::vector<int> ops;
    std::vector<bool> here(done_.size(), false), statistic(done_.size(), false);
    for (const int op : left_) {
      bool ready = true, of_statistic = false;
      for (const chain::Operand& operand : chain_.values[op].operands) {
        if (operand.is_literal()) continue;
        ready = ready && (done_[operand.value] || here[operand.value]);
        of_statistic = of_statistic || statistic[operand.value];
      }
      const bool of_row = of_statistic && own_space(chain_, op) == row_shape(space);
      if (!ready || (own_space(chain_, op) != space && !of_row)) continue;
      here[op] = true;
      statistic[op] = is_reduction(chain_, op) || of_row;
      ops.push_back(op);
    }
    return ops;
  }

  /// The space whose ops can all run now, else the one where most can.
  StageOps next() {
    StageOps best;
    bool best_whole = false;
    for (const int op : left_) {
      const Shape& space = own_space(chain_, op);
      std::vector<int> ops = runnable(space);
      const auto of_space =
          std::count_if(left_.begin(), left_.end(), [&](int other) { return own_space(chain_, other) == space; });
      const auto taken =
          std::count_if(ops.begin(), ops.end(), [&](int other) { return own_space(chain_, other) == space; });
      const bool whole = taken == of_space;
      if (whole > best_whole || (whole == best_whole && ops.size() > best.ops.size())) {
        best = {space, std::move(ops), {}};
        best_whole = whole;
      }
    }
    for (const int op : best.ops) done_[op] = true;
    std::erase_if(left_, [&](int op) { return done_[op]; });
    return best;
  }

  const Chain& chain_;
  std::vector<int> left_;
  std::vector<bool> done_;
};

/// The products of a stage come to it; those that no op reads both of stand by themselves, one after the other.
std::vector<StageOps> parted(const Chain& chain, const StageOps& ops, const std::vector<plan::Product>& products) {
  std::vector<int> part(chain.values.size(), -1);  // of an op: itself or a smaller one that it hangs together with
  const auto root = [&](int op) {
    while (part[op] != op) op = part[op];
    return op;
  };
  for (const int op : ops.ops) {
    part[op] = op;
    for (const chain::Operand& operand : chain.values[op].operands) {
      if (operand.is_literal() || part[operand.value] < 0) continue;
      const int a = root(operand.value), b = root(op);
      part[std::max(a, b)] = std::min(a, b);
    }
  }
  std::vector<StageOps> stages;
  for (const int first : ops.ops) {
    if (root(first) != first) continue;
    StageOps& stage = stages.emplace_back(StageOps{ops.space, {}, {}});
    std::ranges::copy_if(ops.ops, std::back_inserter(stage.ops), [&](int op) { return root(op) == first; });
    std::ranges::copy_if(products, std::back_inserter(stage.products),
                         [&](const plan::Product& product) { return std::ranges::count(stage.ops, product.op) > 0; });
  }
  return stages;
}

/// Products whose rows are reduced are one stage with their reductions; then what is made of the rows' numbers.
std::vector<StageOps> with_rows(const Chain& chain, const std::vector<int>& ops,
                                const std::vector<plan::Product>& products) {
  const plan::ProductRows rows = plan::product_rows(chain, ops);
  StageOps tiles{chain.values[products.front().op].shape, rows.tile, products, rows.parts};
  tiles.ops.insert(tiles.ops.end(), rows.shifted.begin(), rows.shifted.end());
  for (const plan::RowPart& part : rows.parts) {
    tiles.ops.push_back(part.op);
    tiles.ops.insert(tiles.ops.end(), part.also.begin(), part.also.end());
  }
  std::ranges::sort(tiles.ops);
  std::vector<StageOps> stages{std::move(tiles)};
  std::ranges::move(Splitter(chain, rows.rows).stages(), std::back_inserter(stages));
  return stages;
}

/// Of these ops, those that the results need; SSA order.
std::vector<int> needed(const Chain& chain, std::vector<int> among, const std::vector<int>& results) {
  std::vector<bool> wanted(chain.values.size(), false);
  for (const int result : results) wanted[result] = true;
  std::vector<int> ops;
  std::ranges::sort(among);
  for (auto op = among.rbegin(); op != among.rend(); ++op) {
    if (!wanted[*op]) continue;
    ops.push_back(*op);
    for (const chain::Operand& operand : chain.values[*op].operands) {
      if (!operand.is_literal()) wanted[operand.value] = true;
    }
  }
  std::ranges::reverse(ops);
  return ops;
}

/// The two sweeps of a stream, and between them what is made of the row's numbers.
std::vector<StageOps> with_sweeps(const Chain& chain, const plan::Group& group) {
  const plan::RowStream stream = plan::row_stream(chain, group.ops);
  const Shape& space = plan::space(chain, group.ops);
  std::vector<int> before, elements;  // smaller values are made once, before
  StageOps first{space, {}, {}, stream.first.parts}, second{space, {}};
  first.sweep = second.sweep = true;
  const auto writes = [&](int op) { return std::ranges::count(group.writes, op) > 0; };
  for (const int op : stream.first.tile) {
    const Shape& own = own_space(chain, op);
    const bool of_row = own.rows() == space.rows() && own.columns() == space.columns();
    (of_row ? elements : before).push_back(op);
  }
  std::ranges::copy_if(elements, std::back_inserter(first.writes), writes);
  for (const auto* ops : {&stream.first.shifted, &stream.second}) {
    std::ranges::copy_if(*ops, std::back_inserter(second.writes), writes);
    elements.insert(elements.end(), ops->begin(), ops->end());
  }
  second.ops = needed(chain, elements, second.writes);
  std::vector<int> results = first.writes;
  for (const plan::RowPart& part : first.parts) {
    results.push_back(part.op);
    elements.push_back(part.op);
  }
  first.ops = needed(chain, elements, results);
  std::vector<StageOps> stages = Splitter(chain, before).stages();
  stages.push_back(std::move(first));
  std::ranges::move(Splitter(chain, stream.first.rows).stages(), std::back_inserter(stages));
  if (!second.ops.empty()) stages.push_back(std::move(second));
  return stages;
}

}  // namespace

bool is_reduction(const Chain& chain, int value) {
  return chain::takes_rows(chain.values[value].op);
}

Shape row_shape(const Shape& shape) {
  Shape rows = shape;
  rows.dims.back() = 1;
  return rows;
}

std::vector<StageOps> stages_of(const Chain& chain, const plan::Group& group) {
  // What a product unpacks on its way is no loop of its own.
  std::vector<int> ops;
  // Weights are unpacked, transposes read, and rows found by a table on the way into what is made of them.
  std::ranges::copy_if(group.ops, std::back_inserter(ops), [&](int op) {
    const bool named = chain.values[op].op == Op::gather && group.schedule == plan::Schedule::matmul;
    return chain.values[op].op != Op::dequant && chain.values[op].op != Op::transpose && !named;
  });
  if (group.schedule == plan::Schedule::matmul_reduce) return with_rows(chain, ops, plan::products(chain, group));
  if (group.schedule == plan::Schedule::streaming) return with_sweeps(chain, group);
  std::vector<StageOps> stages = Splitter(chain, ops).stages();
  const bool multiplies =
      std::ranges::any_of(group.ops, [&](int op) { return chain::multiplies(chain.values[op].op); });
  if (!multiplies) return stages;
  const std::vector<plan::Product> products = plan::products(chain, group);
  std::vector<StageOps> all;
  for (const StageOps& stage : stages) std::ranges::move(parted(chain, stage, products), std::back_inserter(all));
  return all;
}

Placing place(const Chain& chain, const StageOps& stage) {
  Placing placing{std::vector<int>(chain.values.size(), -1), std::vector<bool>(chain.values.size(), false)};
  for (const int op : stage.ops) {
    bool of_elements = false, of_rows = false;
    int phase = 0;
    for (const chain::Operand& operand : chain.values[op].operands) {
      if (operand.is_literal() || placing.phase[operand.value] < 0) continue;
      (placing.per_row[operand.value] ? of_rows : of_elements) = true;
    }
    // With one column a row result and an element have the same shape: what hangs on rows only stays with the rows.
    const bool per_row =
        is_reduction(chain, op) ? true : of_rows && !of_elements && chain.values[op].shape == row_shape(stage.space);
    for (const chain::Operand& operand : chain.values[op].operands) {
      if (operand.is_literal() || placing.phase[operand.value] < 0) continue;
      const bool crosses = placing.per_row[operand.value] && !per_row;
      phase = std::max(phase, placing.phase[operand.value] + (crosses ? 1 : 0));
    }
    placing.phase[op] = phase;
    placing.per_row[op] = per_row;
    placing.phases = std::max(placing.phases, phase + 1);
  }
  return placing;
}

}  // namespace device::cpu
