// Cuts `eager`: the kernels that PyTorch runs without compiling. It has one kernel for each op of a chain, and one for
// all of softmax, layernorm or rmsnorm (torch.nn.functional of those names, the last as rms_norm and from 2.9 on;
// ATen's SoftMax.cu and layer_norm_kernel.cu). Of cross_entropy it has two, which hand on a
// tensor as large as the logits (LogSoftmax, NLLLoss): no value of a chain is that.
#pragma once

#include "base/expected.hpp"
#include "plan/partition.hpp"

namespace plan {

/// Refused where there is a cross_entropy, and where a row is too long for one kernel within `limits`: PyTorch's reads
/// it again, and we have no such kernel.
[[nodiscard]] base::Expected<Partition> eager(const chain::Chain& chain, const machine::Limits& limits);

}  // namespace plan
