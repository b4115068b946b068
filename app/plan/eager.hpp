// Cuts `eager`: the kernels that PyTorch runs without compiling. It has one kernel for each op of a chain, and one for
// all of softmax or layernorm (torch.nn.functional of those names; ATen's SoftMax.cu and layer_norm_kernel.cu).
#pragma once

#include "plan/fuse.hpp"

namespace plan {

/// Where a row is too long for one kernel within `limits` the composition stays apart, and `notes` says so.
[[nodiscard]] Fused eager(const chain::Chain& chain, const machine::Limits& limits);

}  // namespace plan
