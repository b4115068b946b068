// A group whose product is the library's, as calls for a worker.
#pragma once

#include "plan/product.hpp"
#include "wire/messages.hpp"

#include <cstdint>
#include <vector>

namespace device::cuda_client {

/// One call for each product of the group. `buffer_of`: the job's buffer of each of the chain's values. Throws
/// DeviceError where an operand lies as no library reads it.
[[nodiscard]] std::vector<wire::LibraryCall> library_calls(const chain::Chain& chain, const plan::Group& group,
                                                           const std::vector<std::int64_t>& buffer_of);

/// A job of that call alone, its operands filled with random numbers: equal for equal calls of other buffers.
[[nodiscard]] wire::Job job_of(const wire::LibraryCall& call, const wire::Job& job);

}  // namespace device::cuda_client
