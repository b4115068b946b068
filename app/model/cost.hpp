// What a kernel costs by road and by work, before it is put into words.
#pragma once

#include "model/levels.hpp"
#include "model/residency.hpp"
#include "model/work.hpp"

#include <vector>

namespace model {

/// A kernel's bytes by the level that serves them, and how long that takes. What tiles of a product leave of their rows
/// for the second launch is among them.
struct Road {
  base::Bytes from_dram, from_cache;
  base::Moved at_dram;             ///< from_dram by its ways
  base::Bandwidth dram_bandwidth;  ///< of its read:write mix
  base::Seconds dram, cache;
  base::Seconds ramp;  ///< filling and draining the road to DRAM
  [[nodiscard]] base::Seconds time() const { return dram + cache; }
};

struct Cost {
  int launches = 1;  ///< a GPU's; each is a start
  Traffic traffic;
  Work work;
  Road cold, batch;
  base::Bytes tail;        ///< of cold's DRAM bytes: still in a GPU's L2 when the run ends, if the kernel is its last
  base::Seconds unwaited;  ///< the tail's share of cold's time
};

/// Of each kernel of the plan, in order.
[[nodiscard]] std::vector<Cost> costs(const plan::FusionPlan& plan, const machine::DeviceSpec& spec);

/// Road and arithmetic side by side: the longer one, and more where they are near each other (DeviceSpec::overlap).
[[nodiscard]] base::Seconds joined(base::Seconds road, const Work& work, const machine::DeviceSpec& spec);

/// What one run of many takes of the kernel, its gap apart.
[[nodiscard]] base::Seconds batch_wait(const Cost& cost, const machine::DeviceSpec& spec);

/// How long a cold run waits for the kernel, its gap apart.
[[nodiscard]] base::Seconds cold_wait(const Cost& cost, const machine::DeviceSpec& spec);

/// Prediction::cold alone, for searches.
[[nodiscard]] base::Seconds cold_time(const plan::FusionPlan& plan, const machine::DeviceSpec& spec);

}  // namespace model
