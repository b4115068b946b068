// Operations and issue cost of a kernel.
#include "model/work.hpp"

#include <algorithm>
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

}  // namespace

Work work(const plan::FusionPlan& plan, const plan::Group& group, const machine::DeviceSpec& spec) {
  const chain::Chain& chain = *plan.chain;
  const chain::Shape& space = plan::space(chain, group.ops);
  const double roof = spec.roofs.empty() ? 0 : spec.roofs.front().flops_per_second.value;
  Work work;
  for (const int op : group.ops) {
    const chain::Value& value = chain.values[op];
    const chain::OpInfo& info = chain::info(value.op);
    const double elements = handled(plan::space(chain, op), space);
    work.flops.value += info.flops * elements;
    const auto cost = spec.op_cost.find(key(info.name, value.dtype));
    if (cost != spec.op_cost.end()) {
      work.issue.value += cost->second * elements;
    } else if (!spec.op_cost.empty() && roof > 0) {
      work.issue.value += info.flops * elements / roof;  // not calibrated: at the least what its arithmetic takes
    }
  }
  if (roof > 0) work.compute.value = work.flops.value / roof;
  const auto convert = [&](std::string_view way, int value) {
    const auto cost = spec.op_cost.find(key(way, chain.values[value].dtype));
    if (cost != spec.op_cost.end()) work.issue.value += cost->second * handled(chain.values[value].shape, space);
  };
  for (const int value : group.reads) convert("load", value);
  for (const int value : group.writes) convert("store", value);
  if (const auto elements = of_thread(chain, group, space)) {
    work.issue.value *= spec.code_factor(work.issue.value / static_cast<double>(space.elements()) * *elements);
  } else if (spec.row_code.value > 0) {
    work.issue.value *= spec.row_code.value;
  }
  return work;
}

}  // namespace model
