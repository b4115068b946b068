// The bars as tidy rows: plan, quantity, source, tier, value, unit, quartiles.
#pragma once

#include "charts/frame/reading.hpp"

namespace charts {

/// A row a number; a missing one has an empty value and its reason as a note. Each row from its stage on.
[[nodiscard]] figure::Table bar_table(const ChartData& data, Quantity quantity);

}  // namespace charts
