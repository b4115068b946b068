// One stage of a group as loops: operands, kernels, scratch slots.
#include "device/cpu/stage_compiler.hpp"

#include "device/cpu/in_order.hpp"
#include "device/cpu/stage_facts.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace device::cpu {
namespace {

using chain::Dtype;
using chain::Op;

/// One stage being compiled.
class StageCompiler : StageFacts {
 public:
  StageCompiler(const plan::FusionPlan& plan, const plan::Group& group, const StageOps& ops, Fault fault,
                std::vector<bool>& read)
      : StageFacts(plan, group, ops, fault), read_(read), where_(chain_.values.size()), loops_(*this) {
    stage_.rows = ops.space.rows();
    stage_.columns = ops.space.columns();
    stage_.reduces = std::ranges::any_of(ops.ops, [&](int op) { return is_reduction(chain_, op); });
    stage_.in_order = std::ranges::any_of(ops.ops, [&](int op) { return chain_.in_order(op); });
    stage_.phases.resize(static_cast<std::size_t>(placing_.phases));
    for (const plan::Product& product : ops.products) stage_.products.push_back(short_of_a_term(product));
  }

  Stage compile() {
    for (int phase = 0; phase < placing_.phases; ++phase) {
      free_tiles_.clear();  // nothing in a tile outlives its phase
      tiles_ = 0;
      for (const bool in_rows : {false, true}) {
        for (const int op : ops_.ops) {
          if (placing_.phase[op] == phase && runs_in_rows(op) == in_rows && loops_.place(op) == op) emit(op);
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
  /// With a fault in a group that begins with products, each of them leaves out its last term.
  [[nodiscard]] plan::Product short_of_a_term(plan::Product product) const {
    const bool first = is_product(group_.ops.front()) || value(group_.ops.front()).op == Op::dequant ||
                       value(group_.ops.front()).op == Op::gather;
    if (fault_ == Fault::wrong_op && first && product.k > 1) --product.k;
    return product;
  }

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
      for (const int user : users_here(op)) last = std::max(last, loops_.place(user));
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
    if (const std::vector<int>* run = loops_.run(op)) return emit_run(*run);
    const int phase = placing_.phase[op], producer = loops_.producer(op);
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

  std::vector<bool>& read_;
  std::vector<Destination> where_;
  const SharedLoops loops_;
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
