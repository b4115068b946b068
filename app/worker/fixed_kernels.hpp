// The worker's own kernels: test data, poison, scans of whole buffers, gathering, flushing.
#pragma once

#include <string_view>

namespace worker {

/// CUDA C++ for every architecture; compiled like any other source, with no options.
[[nodiscard]] std::string_view fixed_source();

/// The name under which its cubin comes with a request.
inline constexpr std::string_view fixed_cubin = "fixed";

/// The one that reads clean memory: it is in the kernel records of a cold run and no part of it.
inline constexpr std::string_view flush_entry = "flush";

/// Bit patterns of elements never written: NaNs with a payload that no arithmetic makes; of numbers of entries one
/// below 0.
inline constexpr unsigned poison_i32 = 0xA5BADBADu, poison_f32 = 0x7FBADBADu, poison_f16 = 0x7DADu,
                          poison_bf16 = 0x7FADu;

}  // namespace worker
