// Questions to a stage, and from their answers the ops that share a loop.
#include "device/cpu/stage_facts.hpp"

#include "device/cpu/wrong_op.hpp"

#include <algorithm>
#include <utility>

namespace device::cpu {

using chain::Op;

StageFacts::StageFacts(const plan::FusionPlan& plan, const plan::Group& group, const StageOps& ops, Fault fault)
    : chain_(*plan.chain),
      group_(group),
      ops_(ops),
      placing_(device::cpu::place(chain_, ops)),
      kernels_(kernels()),
      fault_(fault) {}

bool StageFacts::written(int index) const {
  return std::ranges::count(group_.writes, index) > 0;
}

bool StageFacts::runs_in_rows(int op) const {
  if (!is_reduction(chain_, op)) return placing_.per_row[op];
  const chain::Operand& operand = value(op).operands[0];
  return here(operand) && placing_.per_row[operand.value];
}

bool StageFacts::plain(int op) const {
  const Op kind = value(op).op;
  return kind != Op::cast && kind != Op::dropout && kind != Op::causal && !is_product(op) && !is_reduction(chain_, op);
}

Op StageFacts::op_of(int index) const {
  const bool planted = fault_ == Fault::wrong_op && index == group_.ops.front();
  return planted ? wrong_op(value(index).op) : value(index).op;
}

std::vector<int> StageFacts::users_here(int index) const {
  std::vector<int> all = chain_.consumers(index);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::erase_if(all, [&](int user) { return !here(user); });
  return all;
}

bool StageFacts::leaves(int index) const {
  return written(index) || std::ranges::any_of(chain_.consumers(index), [&](int user) {
           return !here(user) && std::ranges::count(group_.ops, user) > 0;
         });
}

int StageFacts::only_reader(int op) const {
  const std::vector<int> readers = leaves(op) ? std::vector<int>{} : users_here(op);
  const bool one = readers.size() == 1 && placing_.phase[readers[0]] == placing_.phase[op];
  return one && !runs_in_rows(readers[0]) ? readers[0] : -1;
}

const MergedKernel* StageFacts::merged_kernel(int first, int second) const {
  const auto& operands = value(second).operands;
  const bool right = operands[0].value != first;
  if (operands.size() == 2 && operands[0].value == operands[1].value) return nullptr;
  const auto found = std::ranges::find_if(kernels_.merged, [&](const MergedKernel& kernel) {
    return kernel.first == op_of(first) && kernel.second == op_of(second) && kernel.right == right;
  });
  return found == kernels_.merged.end() ? nullptr : &*found;
}

const ReductionKernel* StageFacts::reduction_kernel(Op first, int reduction) const {
  const Op own = op_of(reduction), kind = own == Op::mean ? Op::sum : own;
  if (chain_.in_order(reduction) && first != Op::input) return nullptr;  // its loop takes no other op in
  const auto found = std::ranges::find_if(kernels_.reductions, [&](const ReductionKernel& kernel) {
    return kernel.reduction == kind && kernel.first == first;
  });
  return found == kernels_.reductions.end() ? nullptr : &*found;
}

bool StageFacts::pairs_with(int op, int reader) const {
  return reduces_elements(reader) ? ops_.space.columns() >= short_row && reduction_kernel(op_of(op), reader) != nullptr
                                  : plain(reader) && merged_kernel(op, reader) != nullptr;
}

bool StageFacts::joins_run(int op) const {
  const auto is_value = [](const chain::Operand& operand) { return !operand.is_literal(); };
  return plain(op) && !placing_.per_row[op] && !value(op).accumulate && joins_runs(op_of(op)) &&
         std::ranges::count_if(value(op).operands, is_value) == 1;
}

SharedLoops::SharedLoops(const StageFacts& facts) : facts_(facts), taken_(facts.chain_.values.size()) {
  find_runs();
  find_pairs();
}

const std::vector<int>* SharedLoops::run(int last) const {
  const auto found = runs_.find(last);
  return found == runs_.end() ? nullptr : &found->second;
}

/// From the front: what would be more loops than pairs make. The last one is left to a costly op that takes it in.
void SharedLoops::find_runs() {
  std::vector<bool> seen(taken_.size(), false);
  for (const int op : facts_.ops_.ops) {
    if (seen[op] || !facts_.joins_run(op)) continue;
    std::vector<int> run{op};
    const auto next = [&] { return run.back() == facts_.ops_.over_sums ? -1 : facts_.only_reader(run.back()); };
    int reader = next();
    for (; reader >= 0 && facts_.joins_run(reader); reader = next()) run.push_back(reader);
    for (const int one : run) seen[one] = true;
    if (reader >= 0 && facts_.pairs_with(run.back(), reader)) run.pop_back();
    if (run.size() < 2 || (run.size() == 2 && facts_.pairs_with(run[0], run[1]))) continue;
    const int last = run.back();
    taken_[last].producer = run[run.size() - 2];
    for (std::size_t i = 0; i + 1 < run.size(); ++i) taken_[run[i]].reader = last;
    runs_[last] = std::move(run);
  }
}

/// From the front: an op and its only reader, in the same phase, with a kernel for both.
void SharedLoops::find_pairs() {
  for (const int op : facts_.ops_.ops) {
    const Taken& taken = taken_[op];
    if (facts_.placing_.per_row[op] || !facts_.plain(op) || taken.producer >= 0 || taken.reader >= 0) continue;
    const int reader = facts_.only_reader(op);
    if (reader < 0 || taken_[reader].producer >= 0 || taken_[reader].reader >= 0) continue;
    if (!facts_.pairs_with(op, reader)) continue;
    taken_[op].reader = reader;
    taken_[reader].producer = op;
  }
}

}  // namespace device::cpu
