// From "pointwise(2) pointwise(3)" to kernels, and from these to what they must move and compute.
#include "record/by_rule.hpp"

#include "base/text.hpp"
#include "plan/launches.hpp"
#include "plan/product.hpp"
#include "plan/reads.hpp"
#include "plan/recompute.hpp"
#include "plan/scheduler.hpp"
#include "plan/sweeps.hpp"
#include "plan/turned.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

namespace record {
namespace {

constexpr std::string_view by_hand = "by hand ";
constexpr std::int64_t least_tile = 64;  ///< rows and columns of a product's tile that is worth it

/// A kernel as it is told: "matmul:library(2 3)", "pointwise[block=512](2 3)".
struct KernelText {
  std::string_view schedule, engine;
  plan::Knobs knobs;
  std::vector<int> ops;
};

/// Nothing where it names no ops, or a knob that there is not.
std::optional<KernelText> kernel_text(const chain::Chain& chain, std::string_view name, std::string_view numbers) {
  plan::Knobs knobs;
  if (const std::size_t bracket = name.find('['); bracket != std::string_view::npos && name.ends_with(']')) {
    const auto turned = plan::parse_knobs(name.substr(bracket + 1, name.size() - bracket - 2));
    if (!turned) return std::nullopt;
    knobs = *turned;
    name = name.substr(0, bracket);
  }
  const std::size_t colon = std::min(name.find(':'), name.size());
  const std::string_view engine = colon < name.size() ? name.substr(colon + 1) : plan::name(plan::Engine::own);
  KernelText kernel{name.substr(0, colon), engine, knobs, {}};
  for (const std::string_view word : base::split(numbers, ' ')) {
    const auto op = base::to_integer(word);
    if (!op || *op < 0 || *op >= std::ssize(chain.values)) return std::nullopt;
    if (chain.values[static_cast<std::size_t>(*op)].op == chain::Op::input) return std::nullopt;
    if (chain.is_free_view(static_cast<int>(*op))) return std::nullopt;
    if (plan::lists(kernel.ops, static_cast<int>(*op))) return std::nullopt;
    kernel.ops.push_back(static_cast<int>(*op));
  }
  if (kernel.ops.empty()) return std::nullopt;
  return kernel;
}

std::optional<std::vector<KernelText>> kernel_texts(const chain::Chain& chain, std::string_view structure) {
  std::vector<KernelText> kernels;
  while (!structure.empty()) {
    const std::size_t open = structure.find('('), close = structure.find(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) return std::nullopt;
    auto kernel = kernel_text(chain, structure.substr(0, open), structure.substr(open + 1, close - open - 1));
    if (!kernel) return std::nullopt;
    kernels.push_back(*std::move(kernel));
    structure.remove_prefix(close + 1);
    if (structure.starts_with(' ')) structure.remove_prefix(1);
  }
  return kernels;
}

/// Nothing where it names no schedule that these ops can have.
std::optional<plan::Group> group_of(const chain::Chain& chain, const KernelText& kernel,
                                    const std::vector<bool>& again) {
  plan::Piece piece(chain, kernel.ops, again);
  // How long a row may be is the device's affair.
  const machine::Limits any(std::numeric_limits<std::int64_t>::max());
  for (const plan::Schedule schedule : plan::all_schedules) {
    if (plan::name(schedule) != kernel.schedule || !plan::why_not(piece, schedule, any).empty()) continue;
    for (const plan::Engine whose : plan::all_engines) {
      if (plan::name(whose) != kernel.engine) continue;
      if (whose != plan::Engine::own && schedule != plan::Schedule::matmul) continue;
      std::vector<int> also;
      std::ranges::copy_if(piece.ops, std::back_inserter(also), [&](int op) { return again[op]; });
      plan::Group group{
          std::move(piece.ops), std::move(piece.reads), std::move(piece.writes), schedule, whose, std::move(also),
          kernel.knobs};
      if (!plan::why_not_turned(chain, group, kernel.knobs).empty()) return std::nullopt;
      return group;
    }
  }
  return std::nullopt;
}

/// Every op in some kernel, each after what it reads. One in several is written by none of them: no output, and whoever
/// reads it makes it.
std::optional<std::vector<plan::Group>> groups_of(const chain::Chain& chain, std::string_view structure) {
  const auto kernels = kernel_texts(chain, structure);
  if (!kernels) return std::nullopt;
  std::vector<std::vector<int>> parts;
  for (const KernelText& kernel : *kernels) parts.push_back(kernel.ops);
  const std::vector<bool> again = plan::made_again(chain, parts);
  std::vector<plan::Group> groups;
  std::vector<bool> made(chain.values.size(), false), written(chain.values.size(), false);
  for (const int input : chain.inputs()) written[input] = true;
  for (const KernelText& kernel : *kernels) {
    auto group = group_of(chain, kernel, again);
    if (!group) return std::nullopt;
    if (!std::ranges::all_of(group->reads, [&](int value) { return written[value]; })) return std::nullopt;
    for (const int op : group->ops) made[op] = true;
    for (const int value : group->writes) {
      if (written[value]) return std::nullopt;
      written[value] = true;
    }
    groups.push_back(*std::move(group));
  }
  if (!std::ranges::all_of(chain.made(), [&](int op) { return made[op]; })) return std::nullopt;
  return groups;
}

/// Fewer than that no unit can do: what an operand's sign or a store's width does is free, and a function takes at
/// least a few steps.
double least_operations(const chain::Value& value, const chain::Chain& chain) {
  switch (value.op) {
    case chain::Op::input:
    case chain::Op::neg:
    case chain::Op::abs:
    case chain::Op::relu:
    case chain::Op::cast:
    case chain::Op::matmul:  // counted by its sizes
    case chain::Op::grouped:
    case chain::Op::transpose:
    case chain::Op::heads:
    case chain::Op::merge:
    case chain::Op::gather:
    case chain::Op::scatter_add:
    case chain::Op::pick:
    case chain::Op::argmax:  // whole numbers are compared
    case chain::Op::topk:
    case chain::Op::topk_index:
    case chain::Op::dequant:  // may be done two at a time, or to sums
      return 0;
    default:
      break;
  }
  constexpr double function = 8, steps = 4;
  const chain::OpInfo& info = chain::info(value.op);
  std::int64_t elements = value.shape.elements();
  if (info.pattern == chain::Pattern::reduction && !value.operands.front().is_literal())
    elements = chain.values[value.operands.front().value].shape.elements();
  return static_cast<double>(elements) * (info.flops >= function ? steps : 1);
}

/// Of all scores the share that causal does not hide: the others need not be made, nor what is made of them.
double share_seen(const chain::Chain& chain) {
  double least = 1;
  for (const chain::Value& value : chain.values) {
    if (value.op != chain::Op::causal) continue;
    const auto columns = static_cast<double>(value.shape.columns());
    const auto rows = static_cast<double>(*(value.shape.dims.end() - 2));
    const double seen = rows <= columns ? rows * columns - rows * (rows - 1) / 2 : columns * (columns + 1) / 2;
    least = std::min(least, seen / (rows * columns));
  }
  return least;
}

}  // namespace

std::string ops_of(const chain::Chain& chain, const plan::Group& group) {
  std::string out;
  for (const int op : group.ops) {
    out += (out.empty() ? "" : ", ") + std::string(chain::info(chain.values[op].op).name);
  }
  return out;
}

base::Bytes ByRule::beyond(base::Bytes cache) const {
  base::Bytes sum;
  for (const base::Bytes one : own) sum.value += 2 * std::max<std::int64_t>(0, one.value - cache.value);
  return sum;
}

std::optional<ByRule> by_rule(const chain::Chain& chain, std::string_view structure, int multiprocessors) {
  ByRule out;
  // A row that is only picked from need not cross whole.
  const auto whole = [&](int value) {
    return chain.is_full(value) &&
           (chain.is_pool(value) || plan::bytes_needed(chain, value) == chain.values[value].bytes());
  };
  const auto crossing = [&](int value) { return whole(value) ? 1 : 0; };
  int least = 0;
  for (const int value : chain.inputs()) {
    out.inputs += plan::bytes_needed(chain, value);
    least += crossing(value);
  }
  for (const int value : chain.outputs()) {
    out.outputs += chain.values[value].bytes();
    least += crossing(value);
  }
  for (const chain::Value& value : chain.values) out.operations += least_operations(value, chain);
  const double made = share_seen(chain);
  out.operations *= made;
  plan::Group all;
  all.ops = chain.ops();
  for (const plan::Product& product : plan::products(chain, all)) {
    const bool f32 = chain.values[product.left].dtype == chain::Dtype::f32;
    (f32 ? out.operations : out.products) += made * product.flops();
  }
  out.by_hand = structure.starts_with(by_hand);
  if (out.by_hand) {
    out.crossings = least;
    out.read = out.inputs;
    out.written = out.outputs;
    out.starts = 1;
    return out;
  }
  const auto groups = groups_of(chain, structure);
  if (!groups) return std::nullopt;
  for (const plan::Group& group : *groups) {
    ByRule::Kernel& kernel = out.kernels.emplace_back();
    kernel.ops = ops_of(chain, group);
    const std::vector<int> times = plan::times_fetched(chain, group);
    for (const int value : group.reads) {
      kernel.read.value += times[value] * plan::bytes_read(chain, group, value).value;
      out.crossings += times[value] * (plan::crosses(chain, group, value) ? 1 : 0);
    }
    for (const int value : group.writes) {
      kernel.written += chain.values[value].bytes();
      out.crossings += plan::crosses(chain, group, value) ? 1 : 0;
      if (!chain.values[value].output) out.own.push_back(chain.values[value].bytes());
    }
    for (const plan::Product& product : plan::products(chain, group)) {
      const auto tiles = [](std::int64_t lines) { return (lines + least_tile - 1) / least_tile - 1; };
      const bool stays = std::ranges::count(group.reads, product.left) == 0;  // attention's weights
      if (!stays) out.again.value += chain.values[product.left].bytes().value * tiles(product.n);
      out.again.value += plan::bytes_read(chain, group, product.right).value * tiles(product.m);
    }
    out.read += kernel.read;
    out.written += kernel.written;
    out.starts += multiprocessors > 0 ? plan::launches(chain, group, multiprocessors) : 1;
  }
  return out;
}

ByRule least_by_rule(const chain::Chain& chain) {
  return *by_rule(chain, by_hand, 0);  // of which the least is known
}

}  // namespace record
