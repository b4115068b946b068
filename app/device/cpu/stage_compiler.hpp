// From the ops of one stage to its loops.
#pragma once

#include "device/cpu/program.hpp"
#include "device/cpu/stage_split.hpp"

#include <vector>

namespace device::cpu {

/// `read` tells which tensors have crossed the road already, and is kept up.
[[nodiscard]] Stage compile_stage(const plan::FusionPlan& plan, const plan::Group& group, const StageOps& ops,
                                  Fault fault, std::vector<bool>& read);

}  // namespace device::cpu
