// What a kernel costs by road and by work, before it is put into words.
#pragma once

#include "model/residency.hpp"
#include "model/work.hpp"

#include <vector>

namespace model {

/// A kernel's bytes by the level that serves them, and how long that takes.
struct Road {
  base::Bytes from_dram, from_cache;
  base::Bandwidth dram_bandwidth;  ///< of its read:write mix
  base::Seconds dram, cache;
  [[nodiscard]] base::Seconds time() const { return dram + cache; }
};

struct Cost {
  Traffic traffic;
  Work work;
  Road cold, batch;
  base::Seconds unwaited;  ///< of cold's time: writes still in a GPU's L2 when the run ends, if the kernel is its last
};

/// Of each kernel of the plan, in order.
[[nodiscard]] std::vector<Cost> costs(const plan::FusionPlan& plan, const machine::DeviceSpec& spec);

/// max(road, arithmetic, issue). One max() on a CPU too: there they overlap well until they come near each other.
[[nodiscard]] base::Seconds slowest(const Road& road, const Work& work);

/// How long a cold run waits for the kernel.
[[nodiscard]] base::Seconds cold_wait(const Cost& cost);

/// Prediction::cold alone, for searches.
[[nodiscard]] base::Seconds cold_time(const plan::FusionPlan& plan, const machine::DeviceSpec& spec);

}  // namespace model
