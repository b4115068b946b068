// Kernel records: when each kernel ran and what it held, as the Activity interface tells.
#pragma once

#include "worker/counters.hpp"

namespace worker::cupti {

/// Runs `launch`, which waits for its kernels, with kernel records on. Throws Refused.
[[nodiscard]] std::vector<KernelRecord> record_kernels(const std::function<void()>& launch);

}  // namespace worker::cupti
