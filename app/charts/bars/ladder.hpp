// A ladder: kernels of one chain written by hand beside the generated ones, each with its time, its bytes and what it
// left in local memory.
#pragma once

#include "charts/frame/chart_data.hpp"

#include <string>
#include <vector>

namespace charts {

/// What a plan of the measurement is.
struct Rung {
  std::string plan;  ///< its name there
  std::string idea;  ///< a sentence
  bool by_hand = false;
};

/// A row a rung, in their order. `sheet` gives chain, size, type, title, command, and one measurement: everything else
/// is read from that. Before the truth the rows stand empty.
[[nodiscard]] figure::Figure ladder(const ChartData& sheet, const std::string& name, const std::vector<Rung>& rungs);

}  // namespace charts
