// What a kernel computes: operations, and how long they take when data is at hand.
#pragma once

#include "base/units.hpp"
#include "machine/device_spec.hpp"
#include "plan/fusion_plan.hpp"

#include <algorithm>

namespace model {

struct Work {
  base::Flops flops;      ///< by the op table; an op of fewer rows than its kernel is done again for each row
  base::Seconds compute;  ///< flops at the roof of plain arithmetic; a product's at its unit's, in whole waves
  double roof = 0;        ///< FLOP/s that `compute` went by
  base::Seconds
      issue;  ///< calibrated cost of the ops and of conversions at the kernel's edge; 0 if nothing is calibrated
  base::Seconds latency;  ///< before its first tile is there and after its last one: nothing hides it
  int loops = 0;          ///< of a processor over each tile; 0 for a GPU, or if nothing is calibrated
  [[nodiscard]] base::Seconds arithmetic() const { return std::max(compute, issue); }
};

[[nodiscard]] Work work(const plan::FusionPlan& plan, const plan::Group& group, const machine::DeviceSpec& spec);

}  // namespace model
