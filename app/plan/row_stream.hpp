// A row longer than the chip keeps, walked twice: what its first sweep makes of it, and what only the second one can.
#pragma once

#include "plan/product_rows.hpp"

#include <vector>

namespace plan {

/// The first sweep leaves the row's numbers. A sum of exp(z - max(z)) does not wait for the maximum: what is added up
/// is relative to the largest element so far, and where a larger one comes, the sum is multiplied by
/// exp(old maximum - new maximum). The second sweep reads the row again and makes what needs its finished numbers.
struct RowStream {
  ProductRows first;        ///< `tile` here are the ops on elements that need no number of the row
  std::vector<int> second;  ///< ops on elements that need a finished number, but for those in `shifted`; SSA order
  bool operator==(const RowStream&) const = default;
  /// A sum of exponentials is among the row's numbers: else one sweep a number is as good.
  [[nodiscard]] bool rescales() const;
};
[[nodiscard]] RowStream row_stream(const chain::Chain& chain, const std::vector<int>& ops);

}  // namespace plan
