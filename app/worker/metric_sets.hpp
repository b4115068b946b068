// Which hardware metrics a reading is made of: our names, CUPTI's names, and what may be left out.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace worker {

/// One figure of a reading.
struct Metric {
  std::string name;     ///< ours: "dram_read_bytes"
  std::string counter;  ///< CUPTI's: "dram__bytes_read.sum"
  double scale = 1;     ///< from CUPTI's unit to bytes, seconds or hertz
  bool operator==(const Metric&) const = default;
};

/// Metrics that are dropped together where a chip cannot read them in the same pass.
using MetricGroup = std::vector<Metric>;

/// Set "traffic" or "spill" for a chip whose counters are `available` (names without ".sum"): the first group is the
/// bytes of DRAM, which nothing may do without; the others follow in the order they are missed least. A metric the chip
/// has under no name makes its group fall away; an empty answer means that the chip does not count DRAM's bytes.
[[nodiscard]] std::vector<MetricGroup> metric_groups(std::string_view set, const std::set<std::string>& available);

}  // namespace worker
