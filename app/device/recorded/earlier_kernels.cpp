// Kernel by kernel: its text, its name, and the text that comes before it.
#include "device/recorded/earlier_kernels.hpp"

#include "base/hash.hpp"

#include <algorithm>
#include <ranges>

namespace device::recorded {

bool of_earlier_kernels(const record::Measurement& measurement, const std::vector<plan::FusionPlan>& plans,
                        const Lower& lower) {
  if (!measurement.target || measurement.target->compute_capability == 0) return false;
  const record::Target& of = *measurement.target;
  const codegen::Target target{of.compute_capability, of.multiprocessors, of.shared_per_block};
  for (std::size_t p = 0; p < plans.size(); ++p) {
    if (measurement.plans[p].code.empty()) continue;
    const codegen::Program today = lower(plans[p], target);
    const std::string prelude = base::hex64(base::hash64(today.prelude));
    // What was the library's has no text of ours that could have changed.
    auto ours = measurement.plans[p].code | std::views::filter([&](const record::KernelCode& code) {
                  const auto group = static_cast<std::size_t>(code.group);
                  return group < plans[p].groups.size() && plans[p].groups[group].engine == plan::Engine::own;
                });
    const bool same =
        std::ranges::equal(today.kernels, ours, [&](const codegen::Kernel& a, const record::KernelCode& b) {
          return a.source == b.source && a.entry == b.entry && prelude == b.prelude;
        });
    if (!same) return true;
  }
  return false;
}

}  // namespace device::recorded
