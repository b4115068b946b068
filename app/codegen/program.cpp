// A plan becomes kernels, group by group; the program becomes one text.
#include "codegen/program.hpp"

#include "base/words.hpp"
#include "codegen/launch.hpp"
#include "codegen/lower.hpp"
#include "codegen/prelude.hpp"
#include "plan/product.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace codegen {

machine::Limits limits(const Target& target) {
  constexpr std::int64_t in_registers = 32 * 1024;  // elements that 1024 threads hold
  constexpr std::int64_t beside = 1024;             // bytes of shared memory that the reductions use
  return machine::Limits(std::max(in_registers, (target.shared_per_block - beside) / 4));
}

namespace {

/// What is found by its number, by itself.
Kernel chosen(const plan::FusionPlan& plan, int group) {
  const bool picks = plan.chain->values[plan.groups[group].ops.front()].op == chain::Op::pick;
  return picks ? lower_pick(plan, group) : lower_gather(plan, group);
}

/// What is shown where a kernel would be; codegen::allowed refuses the plan before it runs.
Kernel not_written(const plan::FusionPlan& plan, int group) {
  Kernel kernel;
  kernel.group = group;
  kernel.entry = entry_name(*plan.chain, plan.groups[group], group, {});
  const std::string& value = plan.chain->values[plan.groups[group].writes.front()].name;
  kernel.source = fmt::format("// {}\n", base::say("codegen.scatter", {{"value", value}}));
  return kernel;
}

std::vector<Kernel> lower_group(const plan::FusionPlan& plan, int group, const Target& target,
                                std::vector<std::int64_t>& scratch) {
  const plan::Schedule schedule = plan.groups[group].schedule;
  if (schedule == plan::Schedule::matmul) {
    return {lower_product(plan, group, plan::products(*plan.chain, plan.groups[group]), target)};
  }
  if (schedule == plan::Schedule::matmul_reduce) {
    return lower_product_rows(plan, group, plan::products(*plan.chain, plan.groups[group]), target, scratch);
  }
  if (schedule == plan::Schedule::attention) return lower_attention(plan, group, target, scratch);
  if (schedule == plan::Schedule::view) return {lower_view(plan, group)};
  if (schedule == plan::Schedule::unpack) return {lower_unpack(plan, group)};
  if (schedule == plan::Schedule::gather) return {chosen(plan, group)};
  if (!plan::has_gpu_kernel(schedule)) return {not_written(plan, group)};
  const View view(plan, group);
  if (schedule == plan::Schedule::ranking) return {lower_ranking(view)};
  if (over_rows(view)) return lower_rows(view, target, scratch);
  return {lower_pointwise(view)};
}

/// Of the plan in a file that names no values.
std::string said_of(const std::string& name) {
  const auto [cuts, knobs] = plan::split_knobs(name);
  std::string said = "cut by hand";
  if (cuts == "every") said = "unfused";
  if (cuts == "none") said = "fused";
  if (cuts == "unfused" || cuts == "fused" || plan::is_named_plan(cuts)) said = cuts;
  return knobs.empty() ? said : fmt::format("{}, {}", said, knobs);
}

}  // namespace

Program lower(const plan::FusionPlan& plan, const Target& target) {
  Program program;
  std::string all;
  for (int group = 0; group < static_cast<int>(plan.groups.size()); ++group) {
    if (plan.groups[group].engine != plan::Engine::own) continue;  // a library's call has no text of ours
    for (Kernel& kernel : lower_group(plan, group, target, program.scratch)) {
      all += kernel.source;
      program.kernels.push_back(std::move(kernel));
    }
  }
  program.prelude = prelude_for(all);
  return program;
}

std::string emit(const Program& program, const plan::FusionPlan& plan) {
  const std::size_t groups = plan.groups.size(), launches = program.kernels.size();
  std::string kernels = fmt::format("{} kernel{}", groups, groups == 1 ? "" : "s");
  if (launches > groups) kernels += fmt::format(" in {} launches", launches);
  std::string architecture;
  for (const Kernel& kernel : program.kernels) {
    if (!kernel.architecture.empty()) architecture = " -arch=sm_" + kernel.architecture;
  }
  for (const plan::Group& group : plan.groups) {
    if (!group.knobs.registers) continue;
    architecture += fmt::format(" -maxrregcount={}", *group.knobs.registers);
    break;  // the same of every kernel that is not bounded by its launch
  }
  std::string out = fmt::format(
      "// Written by onetrip emit: {}, {}. Compile with: nvcc{} -fmad=false -c\n"
      "// v0, v1 ... are the values of the chain in order; p0, p1 ... the tensors that hold them.\n",
      said_of(plan.name), kernels, architecture);
  for (std::size_t bytes = 0; bytes < program.scratch.size(); ++bytes) {
    out += fmt::format("// Scratch buffer {}: {} bytes.\n", bytes, program.scratch[bytes]);
  }
  for (std::size_t group = 0; group < groups; ++group) {
    if (plan.groups[group].engine == plan::Engine::own) continue;
    const plan::Product product = plan::products(*plan.chain, plan.groups[group]).front();
    out += fmt::format("// Kernel {} is a call of cuBLASLt: m {}, n {}, k {}, {} matrices. It is not in this text.\n",
                       group + 1, product.m, product.n, product.k, product.matrices());
  }
  out += "\n" + program.prelude;
  for (const Kernel& kernel : program.kernels) {
    const auto& [x, y, z] = kernel.launch.grid;
    out += fmt::format("\n{}// {}<<<dim3({}, {}, {}), {}, {}>>>\n", kernel.source, kernel.entry, x, y, z,
                       kernel.launch.block[0], kernel.launch.dynamic_shared);
  }
  return out;
}

}  // namespace codegen
