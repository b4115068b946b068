// Buffers by value, kernels by plan.
#include "device/cuda_client/lowered.hpp"

#include "chain/table_data.hpp"
#include "codegen/card_limits.hpp"
#include "device/cuda_client/library_call.hpp"

#include <algorithm>
#include <cassert>

namespace device::cuda_client {
namespace {

wire::Dtype dtype_of(chain::Dtype dtype) {
  switch (dtype) {
    case chain::Dtype::f32:
      return wire::Dtype::f32;
    case chain::Dtype::f16:
      return wire::Dtype::f16;
    case chain::Dtype::bf16:
      return wire::Dtype::bf16;
    case chain::Dtype::i8:
      return wire::Dtype::i8;
    case chain::Dtype::i4:
      return wire::Dtype::i4;
    case chain::Dtype::i32:
      return wire::Dtype::i32;
  }
  return wire::Dtype::f32;
}

/// Gives every value of every plan its buffer.
class Layout {
 public:
  Layout(const RunSpec& spec, Lowered& into) : spec_(spec), chain_(*spec.plans.front().chain), into_(into) {}

  void lay() {
    const std::size_t values = chain_.values.size();
    shared_.assign(values, -1);
    std::uint64_t stream = 0;
    for (const int input : chain_.inputs()) {
      shared_[input] = add(input, fill_of(input), stream++);
    }
    others_.assign(values, -1);
    for (std::size_t plan = 0; plan < spec_.plans.size(); ++plan) {
      std::vector<std::int64_t>& of = into_.buffer_of.emplace_back(shared_);
      const std::vector<bool> stored = spec_.plans[plan].stored();
      for (std::size_t v = 0; v < values; ++v) {
        const int value = static_cast<int>(v);
        if (!stored[v]) continue;
        if (!chain_.values[v].output) {
          if (shared_[v] < 0) shared_[v] = add(value, wire::Fill::poison, 0);
          of[v] = shared_[v];
        } else if (plan == 0) {
          of[v] = add(value, wire::Fill::poison, 0);
        } else {
          if (others_[v] < 0) others_[v] = add(value, wire::Fill::poison, 0);
          of[v] = others_[v];
        }
      }
    }
  }

  /// Scratch of one plan is of no use to the next: they share it.
  std::int64_t scratch(std::size_t index, std::int64_t bytes) {
    if (index == scratch_.size()) {
      scratch_.push_back(static_cast<std::int64_t>(into_.job.buffers.size()));
      into_.job.buffers.push_back({0, wire::Dtype::bytes, wire::Fill::zero, 0, 0});
    }
    std::int64_t& size = into_.job.buffers[static_cast<std::size_t>(scratch_[index])].bytes;
    size = std::max(size, bytes);
    return scratch_[index];
  }

 private:
  [[nodiscard]] wire::Fill fill_of(int input) const {
    if (!chain::is_index(chain_.values[input].dtype)) return wire::Fill::random;
    switch (chain::table_data(chain_, input).rule) {
      case chain::TableData::Rule::ends:
        return wire::Fill::ends;
      case chain::TableData::Rule::drawn:
        return wire::Fill::drawn;
      case chain::TableData::Rule::shuffled:
        return wire::Fill::table;
    }
    return wire::Fill::table;
  }

  std::int64_t add(int value, wire::Fill fill, std::uint64_t stream) {
    const chain::Value& tensor = chain_.values[value];
    const bool random = fill != wire::Fill::poison;
    into_.job.buffers.push_back({tensor.bytes().value, dtype_of(tensor.dtype), fill, random ? spec_.seed : 0,
                                 random ? stream : 0, slices(value)});
    return static_cast<std::int64_t>(into_.job.buffers.size()) - 1;
  }

  [[nodiscard]] std::int64_t slices(int value) const {
    return chain::is_index(chain_.values[value].dtype) ? chain::table_data(chain_, value).slices : 0;
  }

  const RunSpec& spec_;
  const chain::Chain& chain_;
  Lowered& into_;
  std::vector<std::int64_t> shared_, others_, scratch_;
};

std::size_t source_index(Lowered& into, wire::Compile source) {
  const auto found = std::ranges::find(into.sources, source);
  if (found != into.sources.end()) return static_cast<std::size_t>(found - into.sources.begin());
  into.sources.push_back(std::move(source));
  return into.sources.size() - 1;
}

wire::Kernel kernel_of(const codegen::Kernel& kernel, const std::vector<std::int64_t>& buffer_of,
                       const std::vector<std::int64_t>& scratch) {
  const auto buffer = [&](int value) {
    assert(buffer_of[value] >= 0 && "a kernel touches what its plan stores, and inputs");
    return buffer_of[value];
  };
  wire::Kernel to;
  to.entry = kernel.entry;
  to.grid = kernel.launch.grid;
  to.block = {kernel.launch.block[0], kernel.launch.block[1], kernel.launch.block[2]};
  to.dynamic_shared = kernel.launch.dynamic_shared;
  to.times = kernel.times;
  for (const codegen::TensorMap& map : kernel.maps) {
    to.maps.push_back(
        {buffer(map.value), dtype_of(map.dtype), map.dims, map.strides, {map.box.begin(), map.box.end()}, map.swizzle});
  }
  for (const codegen::Argument& argument : kernel.arguments) {
    switch (argument.kind) {
      case codegen::Argument::Kind::tensor:
        to.arguments.push_back({wire::Argument::Kind::buffer, buffer(argument.index)});
        break;
      case codegen::Argument::Kind::scratch:
        to.arguments.push_back({wire::Argument::Kind::buffer, scratch.at(static_cast<std::size_t>(argument.index))});
        break;
      case codegen::Argument::Kind::integer:
        to.arguments.push_back({wire::Argument::Kind::integer, argument.integer});
        break;
      case codegen::Argument::Kind::tensor_map:
        to.arguments.push_back({wire::Argument::Kind::tensor_map, argument.index});
        break;
      case codegen::Argument::Kind::turn:
        to.arguments.push_back({wire::Argument::Kind::turn, 0});
        break;
    }
  }
  return to;
}

/// The steps of one group: its kernels, or its products as calls of the library.
void add_group(const plan::FusionPlan& plan, std::size_t group, std::size_t p, const std::vector<std::int64_t>& scratch,
               const codegen::Target& target, Lowered& into) {
  const auto number = static_cast<int>(group);
  const auto add = [&](wire::Step step, int kernel, std::size_t source) {
    into.job.plans[p].steps.push_back(std::move(step));
    into.kernel_of[p].push_back(kernel);
    into.source_of[p].push_back(source);
    into.group_of[p].push_back(number);
  };
  if (plan.groups[group].engine != plan::Engine::own) {
    for (wire::LibraryCall& call : library_calls(*plan.chain, plan.groups[group], into.buffer_of[p])) {
      into.flops += call.flops();
      add(std::move(call), -1, 0);
    }
    return;
  }
  for (const plan::Product& product : plan::products(*plan.chain, plan.groups[group])) into.flops += product.flops();
  const codegen::Program& program = into.programs[p];
  for (std::size_t k = 0; k < program.kernels.size(); ++k) {
    const codegen::Kernel& kernel = program.kernels[k];
    if (kernel.group != number) continue;
    std::string architecture =
        kernel.architecture.empty() ? std::to_string(target.compute_capability) : kernel.architecture;
    const std::size_t source = source_index(into, {program.text(kernel), std::move(architecture), kernel.options});
    add(kernel_of(kernel, into.buffer_of[p], scratch), static_cast<int>(k), source);
  }
}

}  // namespace

codegen::Target target_of(const wire::Card& card) {
  codegen::Target target;
  target.compute_capability = card.compute_capability;
  target.multiprocessors = card.multiprocessors;
  target.shared_per_block = card.shared_per_block;
  return target;
}

Lowered lower(const RunSpec& spec, const codegen::Target& target, wire::Submit submit, const Lower& how) {
  for (const plan::FusionPlan& plan : spec.plans) {
    const auto fits = codegen::allowed(plan, target);
    if (!fits) throw DeviceError(fits.error().front().message, fits.error().front().hint);
  }
  Lowered out;
  out.job.submit = submit;
  Layout layout(spec, out);
  layout.lay();
  for (std::size_t p = 0; p < spec.plans.size(); ++p) {
    const codegen::Program& program = out.programs.emplace_back(how(spec.plans[p], target));
    std::vector<std::int64_t> scratch;
    for (std::size_t i = 0; i < program.scratch.size(); ++i) scratch.push_back(layout.scratch(i, program.scratch[i]));
    out.job.plans.emplace_back();
    out.kernel_of.emplace_back();
    out.source_of.emplace_back();
    out.group_of.emplace_back();
    for (std::size_t g = 0; g < spec.plans[p].groups.size(); ++g) add_group(spec.plans[p], g, p, scratch, target, out);
  }
  return out;
}

}  // namespace device::cuda_client
