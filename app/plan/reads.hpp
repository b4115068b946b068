// How much of a tensor a kernel takes: all of it, or what it fetches through a table.
#pragma once

#include "plan/fusion_plan.hpp"

namespace plan {

/// What memory moves at the least, in bytes.
inline constexpr std::int64_t sector = 32;

/// This kernel takes an entry of each row of the value and looks at no other: a pick by itself.
[[nodiscard]] bool only_picks(const chain::Chain& chain, const Group& group, int value);

/// By the counting rule: a full tensor, unless this kernel only picks from it.
[[nodiscard]] bool crosses(const chain::Chain& chain, const Group& group, int value);

/// By the counting rule. Of a pool, what this kernel fetches: a page counts as often as the table names it. Where it
/// only picks, a sector for each row.
[[nodiscard]] base::Bytes bytes_read(const chain::Chain& chain, const Group& group, int value);

/// Of a whole tensor, what moves at the least: all of it; of a pool each page once that a table names, however often;
/// of what is only picked from a sector of each row.
[[nodiscard]] base::Bytes bytes_needed(const chain::Chain& chain, int value);

}  // namespace plan
