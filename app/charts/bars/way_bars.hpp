// The same maths done in several ways by another program: bytes by our model, times as they were imported.
#pragma once

#include "charts/frame/chart_data.hpp"
#include "record/imported.hpp"

#include <string>
#include <vector>

namespace charts {

/// One way: what it moves by the counting rule, what the other program took for it.
struct Way {
  std::string name;         ///< "flash"
  std::string label;        ///< what it is, in a few words
  base::Bytes bytes;        ///< model
  record::Times time;       ///< imported
  bool fused = false;       ///< nothing is set down between its ops, or less than an op a kernel would
  std::size_t kernels = 0;  ///< that made something
  std::size_t helpers = 0;  ///< kernels that ran beside them: a fill, the second half of a split sum
};

/// The ways of an import: how each cut its chain, bytes by the counting rule over its cut.
[[nodiscard]] std::vector<Way> chain_ways(const record::Imported& from);

/// A row a way, the first is what the others are held against: a bar of bytes and a bar of time, each as long as its
/// share of the first one's. Stages: model brings the bytes, truth the times. `sheet` gives size, type, title, command.
[[nodiscard]] figure::Figure way_bars(const ChartData& sheet, const std::vector<Way>& ways,
                                      const record::Imported& from);

}  // namespace charts
