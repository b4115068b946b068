// Operations and issue cost of a kernel.
#include "model/work.hpp"

#include "model/attention_kernel.hpp"
#include "model/product.hpp"
#include "plan/sweeps.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace model {
namespace {

/// Elements that a kernel walking `space` handles of a value of this shape: each of the kernel's rows does its own.
double handled(const chain::Shape& shape, const chain::Shape& space) {
  return static_cast<double>(shape.columns()) * static_cast<double>(space.rows());
}

std::string key(std::string_view what, chain::Dtype dtype) {
  return std::string(what) + ":" + std::string(chain::name(dtype));
}

/// Elements of a thread of a pointwise kernel: one vector of 16 bytes of its largest elements. Nothing for kernels over
/// rows, which walk them in loops or a few elements at a time.
std::optional<double> of_thread(const chain::Chain& chain, const plan::Group& group, const chain::Shape& space) {
  if (group.schedule != plan::Schedule::pointwise) return std::nullopt;
  std::int64_t widest = 1;
  for (const auto* tensors : {&group.reads, &group.writes}) {
    for (const int value : *tensors) {
      const bool full = chain.values[value].shape.elements() == space.elements();
      if (full) widest = std::max<std::int64_t>(widest, chain::size_of(chain.values[value].dtype));
    }
  }
  return 16.0 / static_cast<double>(widest);
}

/// What a loop's price goes by: in a processor's kernel only what meets a tensor is narrow, all between is f32.
chain::Dtype dtype_of_loop(const chain::Chain& chain, const plan::Group& group, const machine::DeviceSpec& spec,
                           int op) {
  const chain::Value& value = chain.values[op];
  const auto read = [&](const chain::Operand& operand) { return std::ranges::count(group.reads, operand.value) > 0; };
  const bool meets = std::ranges::any_of(value.operands, read) || std::ranges::count(group.writes, op) > 0;
  return meets || spec.kind == machine::Kind::gpu ? value.dtype : chain::Dtype::f32;
}

/// Price of two ops in one loop, at the second one's place; the first has none of its own then.
struct Pair {
  int first = -1;
  double cost = 0;  ///< seconds an element
};

/// From the front, as the processor's loops are made: an op and its only reader, where there is a loop for both.
std::vector<Pair> pairs(const chain::Chain& chain, const plan::Group& group, const machine::DeviceSpec& spec) {
  std::vector<Pair> all(chain.values.size());
  if (spec.kind != machine::Kind::cpu) return all;
  for (const int op : group.ops) {
    const std::vector<int> readers = chain.consumers(op);
    if (readers.size() != 1 || all[op].first >= 0 || all[readers[0]].first >= 0) continue;
    if (std::ranges::count(group.writes, op) > 0 || std::ranges::count(group.ops, readers[0]) == 0) continue;
    const chain::Value &first = chain.values[op], &second = chain.values[readers[0]];
    const auto cost = spec.op_cost.find(
        key(std::string(chain::info(first.op).name) + "+" + std::string(chain::info(second.op).name),
            std::max(dtype_of_loop(chain, group, spec, op), dtype_of_loop(chain, group, spec, readers[0]))));
    const bool reduces = chain::info(second.op).pattern == chain::Pattern::reduction;
    if (cost != spec.op_cost.end() && (reduces || first.shape == second.shape)) all[readers[0]] = {op, cost->second};
  }
  return all;
}

/// Of a sum in order each addition waits for the one before and for its rounding: rows go side by side, the elements of
/// a row do not. Seconds of one such step: of a GPU so that, with the rest of such a kernel, they make what an H200
/// took (2026-11-27, preset sum-bf16, 4096 rows of 8192: 448 µs in blocks of any size); of a processor some 10 cycles
/// by manuals, which nobody measured.
double in_order(const chain::Chain& chain, int op, const machine::DeviceSpec& spec) {
  constexpr double step_of_processor = 3e-9, step_of_gpu = 40e-9, threads_of_multiprocessor = 2048;
  const bool gpu = spec.kind == machine::Kind::gpu;
  const chain::Shape& space = plan::space(chain, op);
  const double side_by_side = std::max(1.0, spec.processors * (gpu ? threads_of_multiprocessor : 1.0));
  const double turns = std::ceil(static_cast<double>(space.rows()) / side_by_side);
  return turns * static_cast<double>(space.columns()) * (gpu ? step_of_gpu : step_of_processor);
}

/// Of a product's kernel: the sums first, then the ops of its epilogue on each element of the result.
Work product_work(const plan::FusionPlan& plan, const plan::Group& group, const machine::DeviceSpec& spec) {
  const chain::Chain& chain = *plan.chain;
  Work work;
  double sums = 0, epilogue = 0;
  const std::vector<plan::Product> products = plan::products(chain, group);
  work.compute = arithmetic(chain, products, group.engine, spec);
  for (const plan::Product& product : products) {
    work.flops.value += product.flops();
    work.roof = product_roof(chain.values[product.left].dtype, spec);
    sums += product.flops();
  }
  for (const int op : group.ops) {
    const chain::OpInfo& info = chain::info(chain.values[op].op);
    const bool reduces = chain::takes_rows(info.op);
    const double results = static_cast<double>(plan::space(chain, op).elements());  // a reduction's: what it reads
    work.flops.value += info.flops * results;
    const auto cost = spec.op_cost.find(key(info.name, dtype_of_loop(chain, group, spec, op)));
    if ((reduces || info.pattern == chain::Pattern::pointwise) && cost != spec.op_cost.end())
      epilogue += cost->second * results;
  }
  if (epilogue > 0 && sums > 0) work.issue.value = work.compute.value + epilogue;
  return work;
}

}  // namespace

Work work(const plan::FusionPlan& plan, const plan::Group& group, const machine::DeviceSpec& spec) {
  if (group.schedule == plan::Schedule::attention) return attention_work(plan, group, spec);
  if (plan::multiplies(group.schedule)) return product_work(plan, group, spec);
  const chain::Chain& chain = *plan.chain;
  const chain::Shape& space = plan::space(chain, group.ops);
  const double roof = spec.roofs.empty() ? 0 : spec.roofs.front().flops_per_second.value;
  Work work;
  work.roof = roof;
  const std::vector<Pair> merged = pairs(chain, group, spec);
  std::vector<bool> taken(chain.values.size(), false);
  for (const Pair& pair : merged) {
    if (pair.first >= 0) taken[pair.first] = true;
  }
  const std::vector<int> times = plan::times_met(chain, group);  // sweeps that make it, or load it
  double waits = 0;                                              // of the loops that are shorter than row_loop
  for (const int op : group.ops) {
    const chain::Value& value = chain.values[op];
    const chain::OpInfo& info = chain::info(value.op);
    const double elements = times[op] * handled(plan::space(chain, op), space);
    work.flops.value += info.flops * elements;
    if (taken[op]) continue;
    const auto cost = spec.op_cost.find(key(info.name, dtype_of_loop(chain, group, spec, op)));
    double seconds = 0;
    if (merged[op].first >= 0) {
      seconds = merged[op].cost * elements;
    } else if (cost != spec.op_cost.end()) {
      seconds = cost->second * elements;
    } else if (!spec.op_cost.empty() && roof > 0) {
      seconds = info.flops * elements / roof;  // not calibrated: at the least what its arithmetic takes
    }
    if (chain.in_order(op)) seconds = std::max(seconds, in_order(chain, op, spec));
    work.issue.value += seconds;
    waits += std::max(0.0, spec.row_loop.value * elements - seconds);
    if (spec.kind == machine::Kind::cpu && !spec.op_cost.empty()) ++work.loops;
  }
  if (group.schedule != plan::Schedule::pointwise && work.loops > 1) work.issue.value += waits;
  if (roof > 0) work.compute.value = work.flops.value / roof;
  const auto convert = [&](std::string_view way, int value) {
    const auto cost = spec.op_cost.find(key(way, chain.values[value].dtype));
    if (cost != spec.op_cost.end())
      work.issue.value += times[value] * cost->second * handled(chain.values[value].shape, space);
  };
  for (const int value : group.reads) convert("load", value);
  for (const int value : group.writes) convert("store", value);
  if (const auto elements = of_thread(chain, group, space)) {
    work.issue.value *= spec.code_factor(work.issue.value / static_cast<double>(space.elements()) * *elements);
  } else if (spec.row_code.value > 0) {
    work.issue.value *= spec.row_code.value;
    // Each element meets a running maximum, and a sum that may have to be rescaled. (H200, 2026-11-26: log-sum-exp and
    // softmax of bf16[4096, 131072] took 2.0 and 1.7 times as long as their ops alone.)
    constexpr double running = 1.8;
    const bool streams = group.schedule == plan::Schedule::streaming;
    if (streams && spec.kind == machine::Kind::gpu) work.issue.value *= running;
  }
  return work;
}

}  // namespace model
