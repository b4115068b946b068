// The two sizes of a chain: what a processor runs in a second is over on a GPU before its clock can tell.
#pragma once

#include "lesson/lesson.hpp"

namespace lesson {

/// True if `other` is the same chain with other sizes, or another dtype: op by op, from values of the same names.
[[nodiscard]] bool only_sizes_differ(const chain::Chain& one, const chain::Chain& other);

/// Chains that have a size for a GPU take it, or go back to the one for a processor.
void size_for(Lesson& lesson, bool gpu);

}  // namespace lesson
