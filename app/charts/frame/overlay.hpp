// Another program's times laid over a chart of ours: its ways stand there as plans of their own, marked imported.
#pragma once

#include "base/expected.hpp"
#include "charts/frame/chart_data.hpp"
#include "record/imported.hpp"

namespace charts {

/// A sentence where an import is of another chain, or of none.
[[nodiscard]] base::Expected<void> expect_of(const record::Imported& import, const chain::Chain& chain);

/// Adds to the chart's plans each way's cut, with bytes by our rule (and, where the chart has a machine, our model of
/// it), and one measurement that holds their times and is called imported. A mistake, and nothing added, where the
/// import is of another chain, or of another card than a measurement of the chart.
[[nodiscard]] base::Expected<void> lay_over(ChartData& data, const record::Imported& import);

/// "PyTorch compiled": as a way is called beside those of other programs.
[[nodiscard]] std::string way_name(const record::Imported& import, const record::ImportedWay& way);
/// "PyTorch 2.11.0+cu130, JAX 0.9.1": all who made ways of it.
[[nodiscard]] std::string programs_of(const record::Imported& import);

}  // namespace charts
