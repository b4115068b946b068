// One chain as each program cuts it: a row each, kernels as boxes; bytes by the counting rule, time by who says it.
#pragma once

#include "charts/frame/chart_data.hpp"
#include "record/imported.hpp"

#include <string>
#include <vector>

namespace charts {

/// A row that stays empty, and why.
struct NoCutYet {
  std::string name;  ///< "PyTorch autotuned"
  std::string why;   ///< "no time was left"
};

/// Why others have no cut here: `import` may be null, nobody has imported the chain then.
[[nodiscard]] std::vector<NoCutYet> not_here(const record::Imported* import);

/// The plans of `data`: those that an import laid over it come first, then ours. Stages: model brings the kernels and
/// their bytes, truth the times. `import` has what the programs' own logs say; it may be null.
[[nodiscard]] figure::Figure cut_rows(const ChartData& data, const record::Imported* import,
                                      const std::vector<NoCutYet>& missing);

}  // namespace charts
