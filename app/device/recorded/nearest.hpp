// Which recorded chain is nearest to one that was not recorded.
#pragma once

#include "plan/fusion_plan.hpp"
#include "record/recording_store.hpp"

#include <string>
#include <vector>

namespace device::recorded {

/// The same ops over other shapes or of another dtype first, then by ops and operands. Only chains of the same kind
/// compare, those that reduce rows or those that do not: null if none of that kind was recorded.
[[nodiscard]] const record::Recorded* nearest(const chain::Chain& chain, const std::vector<record::Recorded>& all);

}  // namespace device::recorded
