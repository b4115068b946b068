// What a kernel computes: operations, and how long they take when data is at hand.
#pragma once

#include "base/units.hpp"
#include "machine/device_spec.hpp"
#include "plan/fusion_plan.hpp"

#include <algorithm>
#include <vector>

namespace model {

/// One of a processor's loops over a tile.
struct Loop {
  base::Seconds seconds;  ///< of its arithmetic, over all tiles
  base::Bytes bytes;      ///< that it is the first to read, or writes, of tensors of the kernel
};

struct Work {
  base::Flops flops;      ///< by the op table; an op of fewer rows than its kernel is done again for each row
  base::Seconds compute;  ///< flops at the roof of plain arithmetic
  base::Seconds
      issue;  ///< calibrated cost of the ops and of conversions at the kernel's edge; 0 if nothing is calibrated
  std::vector<Loop> loops;  ///< a processor's, in order; empty for a GPU, or if nothing is calibrated
  [[nodiscard]] base::Seconds arithmetic() const { return std::max(compute, issue); }
};

[[nodiscard]] Work work(const plan::FusionPlan& plan, const plan::Group& group, const machine::DeviceSpec& spec);

}  // namespace model
