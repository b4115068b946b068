// How much of a tensor a kernel takes: all of it, or what it fetches through a table.
#pragma once

#include "plan/fusion_plan.hpp"

namespace plan {

/// By the counting rule. Of a pool, what this kernel fetches: a page counts as often as the table names it.
[[nodiscard]] base::Bytes bytes_read(const chain::Chain& chain, const Group& group, int value);

/// Of a whole tensor, what moves at the least: all of it; of a pool each page once that a table names, however often.
[[nodiscard]] base::Bytes bytes_needed(const chain::Chain& chain, int value);

}  // namespace plan
