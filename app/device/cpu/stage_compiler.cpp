// One stage of a group as loops: operands, merged pairs, scratch slots.
#include "device/cpu/stage_compiler.hpp"

#include "device/cpu/in_order.hpp"
#include "device/cpu/wrong_op.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

namespace device::cpu {
namespace {

using chain::Dtype;
using chain::Op;

/// One stage being compiled.
class StageCompiler {
 public:
  StageCompiler(const plan::FusionPlan& plan, const plan::Group& group, const StageOps& ops, Fault fault,
                std::vector<bool>& read)
      : chain_(*plan.chain),
        group_(group),
        ops_(ops),
        placing_(place(chain_, ops)),
        kernels_(kernels()),
        fault_(fault),
        read_(read),
        where_(chain_.values.size()) {
    stage_.rows = ops.space.rows();
    stage_.columns = ops.space.columns();
    stage_.reduces = std::ranges::any_of(ops.ops, [&](int op) { return is_reduction(chain_, op); });
    stage_.in_order = std::ranges::any_of(ops.ops, [&](int op) { return chain_.in_order(op); });
    stage_.phases.resize(static_cast<std::size_t>(placing_.phases));
    for (const plan::Product& product : ops.products) stage_.products.push_back(short_of_a_term(product));
  }

  Stage compile() {
    taken_by_.assign(chain_.values.size(), {});
    find_runs();
    merge();
    for (int phase = 0; phase < placing_.phases; ++phase) {
      free_tiles_.clear();  // nothing in a tile outlives its phase
      tiles_ = 0;
      for (const bool in_rows : {false, true}) {
        for (const int op : ops_.ops) {
          if (placing_.phase[op] == phase && runs_in_rows(op) == in_rows && taken_by_[op].reader < 0) emit(op);
        }
      }
    }
    for (const plan::RowPart& part : ops_.parts) stage_.row_parts.push_back(row_part(part));
    for (Phase& phase : stage_.phases) {
      phase.element_operands = used(phase.elements);
      phase.row_operands = used(phase.rows);
    }
    return std::move(stage_);
  }

 private:
  /// A merge seen from both sides.
  struct Merge {
    int reader = -1;    ///< the op that takes this one into its loop
    int producer = -1;  ///< the op this one takes in
  };

  [[nodiscard]] const chain::Value& value(int index) const { return chain_.values[index]; }
  [[nodiscard]] bool here(int index) const { return placing_.phase[index] >= 0; }
  [[nodiscard]] bool written(int index) const { return std::ranges::count(group_.writes, index) > 0; }
  [[nodiscard]] bool here(const chain::Operand& operand) const { return !operand.is_literal() && here(operand.value); }

  /// A reduction of elements is a step of the elements; of a row result it is a copy.
  [[nodiscard]] bool runs_in_rows(int op) const {
    if (!is_reduction(chain_, op)) return placing_.per_row[op];
    const chain::Operand& operand = value(op).operands[0];
    return here(operand) && placing_.per_row[operand.value];
  }
  [[nodiscard]] bool reduces_elements(int op) const { return is_reduction(chain_, op) && !runs_in_rows(op); }
  [[nodiscard]] bool is_product(int op) const { return chain::multiplies(value(op).op); }
  /// Nothing but a function of f32 numbers.
  [[nodiscard]] bool plain(int op) const {
    const Op kind = value(op).op;
    return kind != Op::cast && kind != Op::dropout && kind != Op::causal && !is_product(op) &&
           !is_reduction(chain_, op);
  }
  /// With a fault in a group that begins with products, each of them leaves out its last term.
  [[nodiscard]] plan::Product short_of_a_term(plan::Product product) const {
    const bool first = is_product(group_.ops.front()) || value(group_.ops.front()).op == Op::dequant ||
                       value(group_.ops.front()).op == Op::gather;
    if (fault_ == Fault::wrong_op && first && product.k > 1) --product.k;
    return product;
  }
  [[nodiscard]] Op op_of(int index) const {
    const bool planted = fault_ == Fault::wrong_op && index == group_.ops.front();
    return planted ? wrong_op(value(index).op) : value(index).op;
  }

  /// Ops of this stage that read it.
  [[nodiscard]] std::vector<int> users_here(int index) const {
    std::vector<int> all = chain_.consumers(index);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::erase_if(all, [&](int user) { return !here(user); });
    return all;
  }
  /// Goes to a tensor: the group writes it, or another stage of the group reads it.
  [[nodiscard]] bool leaves(int index) const {
    return written(index) || std::ranges::any_of(chain_.consumers(index), [&](int user) {
             return !here(user) && std::ranges::count(group_.ops, user) > 0;
           });
  }

  [[nodiscard]] const MergedKernel* merged_kernel(int first, int second) const {
    const auto& operands = value(second).operands;
    const bool right = operands[0].value != first;
    if (operands.size() == 2 && operands[0].value == operands[1].value) return nullptr;
    const auto found = std::ranges::find_if(kernels_.merged, [&](const MergedKernel& kernel) {
      return kernel.first == op_of(first) && kernel.second == op_of(second) && kernel.right == right;
    });
    return found == kernels_.merged.end() ? nullptr : &*found;
  }
  /// `first` is an op, or Op::input for none.
  [[nodiscard]] const ReductionKernel* reduction_kernel(Op first, int reduction) const {
    const Op own = op_of(reduction), kind = own == Op::mean ? Op::sum : own;
    if (chain_.in_order(reduction) && first != Op::input) return nullptr;  // its loop takes no other op in
    const auto found = std::ranges::find_if(kernels_.reductions, [&](const ReductionKernel& kernel) {
      return kernel.reduction == kind && kernel.first == first;
    });
    return found == kernels_.reductions.end() ? nullptr : &*found;
  }

  /// A cheap op of one value and, at most, of a number.
  [[nodiscard]] bool joins_run(int op) const {
    const auto is_value = [](const chain::Operand& operand) { return !operand.is_literal(); };
    return plain(op) && !placing_.per_row[op] && !value(op).accumulate && joins_runs(op_of(op)) &&
           std::ranges::count_if(value(op).operands, is_value) == 1;
  }
  /// The only op here that reads it, in the same phase, if nothing else needs it.
  [[nodiscard]] int only_reader(int op) const {
    const std::vector<int> readers = leaves(op) ? std::vector<int>{} : users_here(op);
    const bool one = readers.size() == 1 && placing_.phase[readers[0]] == placing_.phase[op];
    return one && !runs_in_rows(readers[0]) ? readers[0] : -1;
  }
  [[nodiscard]] bool pairs_with(int op, int reader) const {
    return reduces_elements(reader) ? stage_.columns >= short_row && reduction_kernel(op_of(op), reader) != nullptr
                                    : plain(reader) && merged_kernel(op, reader) != nullptr;
  }

  /// From the front: what would be more loops than pairs make. The last one is left to a costly op that takes it in.
  void find_runs() {
    std::vector<bool> seen(chain_.values.size(), false);
    for (const int op : ops_.ops) {
      if (seen[op] || !joins_run(op)) continue;
      std::vector<int> run{op};
      int reader = only_reader(op);
      for (; reader >= 0 && joins_run(reader); reader = only_reader(reader)) run.push_back(reader);
      for (const int one : run) seen[one] = true;
      if (reader >= 0 && pairs_with(run.back(), reader)) run.pop_back();
      if (run.size() < 2 || (run.size() == 2 && pairs_with(run[0], run[1]))) continue;
      const int last = run.back();
      taken_by_[last].producer = run[run.size() - 2];
      for (std::size_t i = 0; i + 1 < run.size(); ++i) taken_by_[run[i]].reader = last;
      runs_[last] = std::move(run);
    }
  }

  /// Pairs from the front: an op and its only reader, in the same phase, with a kernel for both.
  void merge() {
    for (const int op : ops_.ops) {
      const Merge& taken = taken_by_[op];
      if (placing_.per_row[op] || !plain(op) || leaves(op) || taken.producer >= 0 || taken.reader >= 0) continue;
      const int reader = only_reader(op);
      if (reader < 0 || taken_by_[reader].producer >= 0 || taken_by_[reader].reader >= 0) continue;
      if (!pairs_with(op, reader)) continue;
      taken_by_[op].reader = reader;
      taken_by_[reader].producer = op;
    }
  }

  /// Where the loop that computes `op` stands in the order.
  [[nodiscard]] int position(int op) const { return taken_by_[op].reader >= 0 ? taken_by_[op].reader : op; }

  [[nodiscard]] int reference(const chain::Operand& operand, bool of_rows, int phase) {
    Reference wanted;
    wanted.of_rows = of_rows;
    if (operand.is_literal()) {
      wanted.from = Reference::From::literal;
      wanted.walk = Reference::Walk::splat;
      wanted.literal = static_cast<float>(operand.literal);
    } else if (here(operand)) {
      const Destination& at = where_[operand.value];
      wanted.index = at.index;
      wanted.from = at.to == Destination::To::row    ? Reference::From::row
                    : at.to == Destination::To::kept ? Reference::From::kept
                    : at.to == Destination::To::sum  ? Reference::From::sum
                                                     : Reference::From::tile;
      if (at.to == Destination::To::row && !of_rows) {
        wanted.walk = Reference::Walk::per_row;
        wanted.access = {stage_.rows, 1, 0};
      }
    } else {
      read_tensor(operand.value, of_rows, wanted);
      if (!read_[wanted.index]) {
        read_[wanted.index] = true;
        wanted.counted_in = phase;
      }
    }
    const auto found =
        std::ranges::find_if(stage_.references, [&](const Reference& other) { return wanted.same(other); });
    if (found != stage_.references.end()) return static_cast<int>(found - stage_.references.begin());
    stage_.references.push_back(wanted);
    return static_cast<int>(stage_.references.size()) - 1;
  }

  void read_tensor(int tensor, bool of_rows, Reference& reference) const {
    const chain::Shape space = of_rows ? row_shape(ops_.space) : ops_.space;
    const auto access = chain::access(value(tensor).shape, space);
    assert(access && "a plan lets no other operand into a group");
    reference.from = Reference::From::tensor;
    reference.index = tensor;
    const std::int64_t columns = space.columns();
    const bool along = access->column_stride == 1 || columns == 1;
    reference.period = along ? (access->row_stride == 0 ? columns : access->rows * columns) : 0;
    if (reference.period == space.elements()) {
      reference.walk = Reference::Walk::whole;
    } else if (reference.period == 1 || (!along && access->row_stride == 0)) {
      reference.walk = Reference::Walk::splat;
    } else if (along) {
      reference.walk = Reference::Walk::periodic;
    } else {
      reference.walk = Reference::Walk::per_row;
      reference.access = *access;
    }
    if (std::ranges::count(group_.ops, tensor) == 0 || value(tensor).op != Op::transpose) return;
    // Of this group, and in none of its stages: read in place from what it turns.
    reference.index = value(tensor).operands[0].value;
    reference.walk = Reference::Walk::turned;
    reference.period = value(tensor).shape.columns();
    reference.access = {*(value(tensor).shape.dims.end() - 2), 0, 0};
  }

  /// Frees the tiles whose last reader is the loop at `at`, so that its result may lie in one of them.
  void release(int at) {
    for (const int op : ops_.ops) {
      if (op >= at || where_[op].to != Destination::To::tile || where_[op].index < 0) continue;
      int last = -1;
      for (const int user : users_here(op)) last = std::max(last, position(user));
      if (last != at) continue;
      free_tiles_.push_back(where_[op].index);
      where_[op].index = -1;
    }
  }
  [[nodiscard]] int new_tile() {
    if (free_tiles_.empty()) {
      stage_.tile_slots = std::max(stage_.tile_slots, ++tiles_);
      return tiles_ - 1;
    }
    const int tile = free_tiles_.back();
    free_tiles_.pop_back();
    return tile;
  }

  [[nodiscard]] Destination destination(int op) {
    using To = Destination::To;
    if (reduces_elements(op)) return {To::row, stage_.row_slots++};
    if (op == ops_.over_sums) return {To::sum, 0};
    const std::vector<int> readers = users_here(op);
    if (readers.empty()) return {To::tensor, op};
    if (placing_.per_row[op]) return {To::row, stage_.row_slots++};
    const int phase = placing_.phase[op];
    if (std::ranges::any_of(readers, [&](int reader) { return placing_.phase[reader] > phase; })) {
      return {To::kept, stage_.kept_slots++};
    }
    return {To::tile, new_tile()};
  }

  /// A product is no loop of the stage: its sums are there when the loops begin.
  void take_sums(int op) {
    const auto found = std::ranges::find(stage_.products, op, &plan::Product::op);
    assert(found != stage_.products.end());
    where_[op] = {Destination::To::sum, static_cast<int>(found - stage_.products.begin())};
    if (leaves(op)) write(op, placing_.phase[op]);
  }

  void emit(int op) {
    if (is_product(op)) return take_sums(op);
    if (const auto run = runs_.find(op); run != runs_.end()) return emit_run(run->second);
    const int phase = placing_.phase[op], producer = taken_by_[op].producer;
    const bool in_rows = runs_in_rows(op);
    Step step;
    step.op = op_of(op);
    std::size_t next = 0;
    const auto read = [&](const chain::Operand& operand) {
      step.operands[next++] = reference(operand, in_rows, phase);
    };
    for (const chain::Operand& operand : value(producer >= 0 ? producer : op).operands) {
      if (operand.is_literal() || !chain::is_index(value(operand.value).dtype)) read(operand);
    }
    if (producer >= 0 && !reduces_elements(op)) {
      next = 2;  // the third operand of a merged loop
      for (const chain::Operand& operand : value(op).operands) {
        if (operand.value != producer) read(operand);
      }
    }
    if (chain::ranks(value(op).op)) return emit_ranking(op, step);
    if (reduces_elements(op)) {
      const bool ordered = chain_.in_order(op) && step.op != Op::max;  // a planted fault puts a max there
      if (step.op == Op::pick) return emit_pick(op, step);
      step.reduction = ordered ? sum_in_order(*value(op).accumulate)
                               : reduction_kernel(producer >= 0 ? op_of(producer) : Op::input, op)->kernel;
    } else if (producer >= 0) {
      step.kernel = merged_kernel(producer, op)->kernel;
    } else {
      step.kernel = single_kernel(op, in_rows);
    }
    step.probability = value(op).probability;
    step.seed = value(op).seed;
    if (value(op).op == Op::causal) {
      step.keys = value(op).shape.columns();
      step.queries = *(value(op).shape.dims.end() - 2);
    }
    finish_step(op, step);
  }

  void emit_run(const std::vector<int>& run) {
    Step step;
    step.op = op_of(run.back());
    step.kernel = run_kernel();
    for (const int op : run) {
      Applied one{op_of(op)};
      const std::vector<chain::Operand>& operands = value(op).operands;
      for (std::size_t i = 0; i < operands.size(); ++i) {
        if (operands[i].is_literal()) {
          one.number = static_cast<float>(operands[i].literal);
          one.right = i == 0;
        } else if (op == run.front()) {
          step.operands[0] = reference(operands[i], false, placing_.phase[op]);
        }
      }
      step.applied.push_back(one);
    }
    finish_step(run.back(), step);
  }

  void finish_step(int op, Step step) {
    const int phase = placing_.phase[op];
    release(op);
    step.out = where_[op] = destination(op);
    Phase& to = stage_.phases[static_cast<std::size_t>(phase)];
    (runs_in_rows(op) ? to.rows : to.elements).push_back(step);
    if (step.out.to != Destination::To::tensor && leaves(op)) write(op, phase);
  }

  /// No loop: one element of each row is looked up where its tile comes by.
  void emit_pick(int op, Step step) {
    step.numbers = value(op).operands[1].value;
    step.counted = !read_[step.numbers];
    read_[step.numbers] = true;
    finish_step(op, step);
  }

  /// No loop of the kernels: entries are looked at where their tile comes by. Rankings of one value are one step.
  void emit_ranking(int op, Step step) {
    const Ranked made{op, value(op).k, value(op).dtype == Dtype::i32};
    std::vector<Step>& steps = stage_.phases[static_cast<std::size_t>(placing_.phase[op])].elements;
    const auto known = std::ranges::find_if(
        steps, [&](const Step& other) { return !other.ranked.empty() && other.operands == step.operands; });
    release(op);
    if (known != steps.end()) {
      known->ranked.push_back(made);
      where_[op] = known->out;
      return;
    }
    step.ranked = {made};
    const bool wrong = step.op != value(op).op;  // the group's first op is; another one's may not be too
    step.planted = wrong == (fault_ == Fault::wrong_op) ? fault_ : Fault::none;
    step.out = where_[op] = destination(op);
    steps.push_back(step);
  }

  [[nodiscard]] KernelSet single_kernel(int op, bool in_rows) const {
    const Op kind = op_of(op);
    if (kind == Op::cast) return rounding(value(op).dtype);
    if (value(op).accumulate) return rounding(*value(op).accumulate);
    if (in_rows && is_reduction(chain_, op)) return kernels_.copy;  // one number's sum, mean or max
    return kernels_.ops[static_cast<std::size_t>(kind)];
  }
  [[nodiscard]] KernelSet rounding(Dtype dtype) const {
    switch (dtype) {
      case Dtype::f32:
        return kernels_.copy;
      case Dtype::f16:
        return kernels_.round_f16;
      case Dtype::bf16:
        return kernels_.round_bf16;
      case Dtype::i8:
      case Dtype::i4:
      case Dtype::i32:
        break;  // nothing is rounded to them
    }
    return {};
  }

  /// A value that is also used here: its readers see what the tensor will hold, then it is copied there. Sums that
  /// nobody here reads are rounded on their way.
  void write(int op, int phase) {
    const bool in_rows = placing_.per_row[op];
    Phase& to = stage_.phases[static_cast<std::size_t>(phase)];
    std::vector<Step>& steps = in_rows ? to.rows : to.elements;
    Step step;
    chain::Operand itself;
    itself.value = op;
    step.operands[0] = reference(itself, in_rows, phase);
    const bool read_here = !users_here(op).empty();
    if (read_here && written(op) && value(op).dtype != Dtype::f32 && value(op).op != Op::cast) {
      step.kernel = rounding(value(op).dtype);
      step.out = where_[op];
      steps.push_back(step);
    }
    step.kernel = kernels_.copy;
    step.out = {Destination::To::tensor, op};
    steps.push_back(step);
  }

  [[nodiscard]] RowPart row_part(const plan::RowPart& of) const {
    const auto maximum = std::ranges::find(ops_.parts, of.maximum, &plan::RowPart::op);
    return {of.op,
            op_of(of.op),
            where_[of.op].index,
            static_cast<std::size_t>(placing_.phase[of.op]),
            of.maximum < 0 ? -1 : static_cast<int>(maximum - ops_.parts.begin()),
            ranked_of(of)};
  }

  [[nodiscard]] std::vector<Ranked> ranked_of(const plan::RowPart& part) const {
    std::vector<Ranked> all;
    if (part.best == 0) return all;
    all.push_back({part.op, value(part.op).k, value(part.op).dtype == Dtype::i32});
    for (const int op : part.also) all.push_back({op, value(op).k, value(op).dtype == Dtype::i32});
    return all;
  }

  [[nodiscard]] static std::vector<int> used(const std::vector<Step>& steps) {
    std::vector<int> all;
    for (const Step& step : steps) {
      std::ranges::copy_if(step.operands, std::back_inserter(all), [](int reference) { return reference >= 0; });
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  const chain::Chain& chain_;
  const plan::Group& group_;
  const StageOps& ops_;
  Placing placing_;
  const Kernels& kernels_;
  Fault fault_;
  std::vector<bool>& read_;
  std::vector<Destination> where_;
  std::vector<Merge> taken_by_;
  std::map<int, std::vector<int>> runs_;  ///< by their last op
  std::vector<int> free_tiles_;
  int tiles_ = 0;
  Stage stage_;
};

}  // namespace

Stage compile_stage(const plan::FusionPlan& plan, const plan::Group& group, const StageOps& ops, Fault fault,
                    std::vector<bool>& read) {
  return StageCompiler(plan, group, ops, fault, read).compile();
}

}  // namespace device::cpu
