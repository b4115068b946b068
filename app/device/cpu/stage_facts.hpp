// What a stage's ops are to each other and to the kernels there are: who reads whom, what runs in rows, what pairs.
#pragma once

#include "device/cpu/cpu_device.hpp"
#include "device/cpu/kernels.hpp"
#include "device/cpu/stage_split.hpp"
#include "plan/fusion_plan.hpp"

#include <map>
#include <vector>

namespace device::cpu {

class StageFacts {
 public:
  StageFacts(const plan::FusionPlan& plan, const plan::Group& group, const StageOps& ops, Fault fault);

  [[nodiscard]] const chain::Value& value(int index) const { return chain_.values[index]; }
  [[nodiscard]] bool here(int index) const { return placing_.phase[index] >= 0; }
  [[nodiscard]] bool here(const chain::Operand& operand) const { return !operand.is_literal() && here(operand.value); }
  [[nodiscard]] bool written(int index) const;

  /// A reduction of elements is a step of the elements; of a row result it is a copy.
  [[nodiscard]] bool runs_in_rows(int op) const;
  [[nodiscard]] bool reduces_elements(int op) const { return is_reduction(chain_, op) && !runs_in_rows(op); }
  [[nodiscard]] bool is_product(int op) const { return chain::multiplies(value(op).op); }
  /// Nothing but a function of f32 numbers.
  [[nodiscard]] bool plain(int op) const;
  /// As it is run: with a fault in the group's first op, another one.
  [[nodiscard]] chain::Op op_of(int index) const;

  /// Ops of this stage that read it.
  [[nodiscard]] std::vector<int> users_here(int index) const;
  /// Goes to a tensor: the group writes it, or another stage of the group reads it.
  [[nodiscard]] bool leaves(int index) const;
  /// The only op here that reads it, in the same phase, if nothing else needs it; else -1.
  [[nodiscard]] int only_reader(int op) const;

  [[nodiscard]] const MergedKernel* merged_kernel(int first, int second) const;
  /// `first` is an op, or Op::input for none.
  [[nodiscard]] const ReductionKernel* reduction_kernel(chain::Op first, int reduction) const;
  /// Whether a kernel does both.
  [[nodiscard]] bool pairs_with(int op, int reader) const;
  /// A cheap op of one value and, at most, of a number.
  [[nodiscard]] bool joins_run(int op) const;

 protected:
  const chain::Chain& chain_;
  const plan::Group& group_;
  const StageOps& ops_;
  const Placing placing_;
  const Kernels& kernels_;
  const Fault fault_;

  friend class SharedLoops;
};

/// Which ops share a loop: pairs that have a kernel of their own, and runs of cheap ops.
class SharedLoops {
 public:
  explicit SharedLoops(const StageFacts& facts);

  /// The op at whose place the loop that computes `op` stands: itself, or the one that takes it in.
  [[nodiscard]] int place(int op) const { return taken_[op].reader >= 0 ? taken_[op].reader : op; }
  /// The op that this one takes in; -1: none.
  [[nodiscard]] int producer(int op) const { return taken_[op].producer; }
  /// The ops of the run that ends here; null: none does.
  [[nodiscard]] const std::vector<int>* run(int last) const;

 private:
  void find_runs();
  void find_pairs();

  /// A merge seen from both sides.
  struct Taken {
    int reader = -1, producer = -1;
  };
  const StageFacts& facts_;
  std::vector<Taken> taken_;
  std::map<int, std::vector<int>> runs_;  ///< by their last op
};

}  // namespace device::cpu
