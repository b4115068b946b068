// Boxes stand evenly, then side by side with the others of their kernel; tensors in the order in which they are met.
#include "charts/scene/fusing_layout.hpp"

#include "plan/reads.hpp"

#include <algorithm>

namespace charts {
namespace {

void place_boxes(FusingLayout& layout, const plan::FusionPlan& from, const plan::FusionPlan& to, double widest) {
  const auto kernels = static_cast<double>(from.groups.size());
  layout.sizes.resize(to.groups.size());
  std::vector<FusingBox> copies;
  for (std::size_t k = 0; k < from.groups.size(); ++k) {
    const double before = (static_cast<double>(k) + 0.5) / kernels;
    for (std::size_t at = 0; at < to.groups.size(); ++at) {
      if (std::ranges::count(to.groups[at].ops, from.groups[k].ops.front()) == 0) continue;
      const bool first = layout.boxes.size() == k;
      (first ? layout.boxes : copies).push_back({k, at, layout.sizes[at]++, before, 0, !first});
    }
    if (layout.boxes.size() == k) layout.boxes.push_back({k, 0, layout.sizes[0]++, before, 0});
  }
  layout.boxes.insert(layout.boxes.end(), copies.begin(), copies.end());
  const auto count = static_cast<double>(layout.boxes.size());
  const double share = count > 8 ? 0.88 : 0.76;  // of many the words need all room
  layout.box = std::min(share / count, widest);
  // The air between the fused kernels is shared out evenly.
  const double gap = (1 - count * layout.box) / static_cast<double>(to.groups.size());
  double left = gap / 2;
  for (std::size_t fused = 0; fused < to.groups.size(); ++fused) {
    for (FusingBox& one : layout.boxes) {
      if (one.into == fused) one.after = left + (static_cast<double>(one.place) + 0.5) * layout.box;
    }
    left += static_cast<double>(layout.sizes[fused]) * layout.box + gap;
  }
}

/// Beside more than so many tensors small ones have no room.
constexpr std::size_t most_with_small = 8;

/// Inputs that ride along stand beside those that are brought with them; nobody would find the op's operand otherwise.
void add_small(FusingLayout& layout, const plan::FusionPlan& from) {
  std::vector<FusingTensor> all = layout.tensors;
  for (std::size_t k = 0; k < from.groups.size(); ++k) {
    for (const int value : from.groups[k].reads) {
      const auto known = std::ranges::find(all, value, &FusingTensor::value);
      if (known != all.end()) {
        if (known->small) known->read.push_back(k);
        continue;
      }
      if (from.chain->values[static_cast<std::size_t>(value)].op != chain::Op::input) continue;
      // Behind the last tensor that this kernel reads.
      auto behind = all.begin();
      for (auto one = all.begin(); one != all.end(); ++one) {
        if (std::ranges::count(one->read, k) > 0) behind = one + 1;
      }
      all.insert(behind, FusingTensor{.value = value, .read = {k}, .small = true});
    }
  }
  if (all.size() <= most_with_small) layout.tensors = std::move(all);
}

}  // namespace

double FusingLayout::middle(std::size_t fused) const {
  double sum = 0;
  for (const FusingBox& one : boxes) sum += one.into == fused ? one.after : 0;
  return sum / static_cast<double>(sizes[fused]);
}

FusingLayout fusing_layout(const plan::FusionPlan& from, const plan::FusionPlan& to, double widest) {
  FusingLayout layout;
  place_boxes(layout, from, to, widest);
  const chain::Chain& chain = *from.chain;
  const std::vector<bool> stored = to.stored();
  const auto met = [&](int value, bool made) -> FusingTensor& {
    const auto found = std::ranges::find(layout.tensors, value, &FusingTensor::value);
    if (found != layout.tensors.end()) return *found;
    layout.tensors.push_back({.value = value, .held = made && !stored[static_cast<std::size_t>(value)]});
    return layout.tensors.back();
  };
  for (std::size_t k = 0; k < from.groups.size(); ++k) {
    for (const int value : from.groups[k].reads) {
      if (plan::crosses(chain, from.groups[k], value)) met(value, false).read.push_back(k);
    }
    for (const int value : from.groups[k].writes) {
      if (chain.is_full(value)) met(value, true).made_by = static_cast<int>(k);
    }
  }
  add_small(layout, from);
  const auto count = static_cast<double>(layout.tensors.size());
  const auto kept = static_cast<double>(std::ranges::count(layout.tensors, false, &FusingTensor::held));
  double at = 0, later = 0;
  for (FusingTensor& one : layout.tensors) {
    one.before = (at++ + 0.5) / count;
    if (!one.held) one.after = (later++ + 0.5) / kept;
  }
  return layout;
}

}  // namespace charts
