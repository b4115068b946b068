// Parts of the check of a job.
#pragma once

#include "wire/error.hpp"
#include "wire/job.hpp"

#include <cstdint>
#include <initializer_list>

namespace wire {

/// So many, each a step behind the one before.
struct Walk {
  std::int64_t count = 1, step = 0;
};

/// Whether `first` units from the beginning, and all that these walks lead to from there, lie within `size`. Nothing
/// overflows, whatever the numbers, as long as none is negative.
[[nodiscard]] bool lies_within(std::int64_t size, std::int64_t first, std::initializer_list<Walk> walks);

void check(const TensorMap& map, const Job& job);
void check(const LibraryCall& call, const Job& job);

}  // namespace wire
