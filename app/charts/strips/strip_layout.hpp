// Where kernels and arrows of a chain strip stand: columns in one band or several, and what is left out.
#pragma once

#include "charts/frame/drawing.hpp"
#include "charts/strips/chain_strip.hpp"

#include <vector>

namespace charts {

/// One kernel: its box on the chip and the places of its arrows.
struct StripKernel {
  int kernel = 0;  ///< from 1
  double left = 0, right = 0;
  std::vector<std::size_t> arrows;  ///< indices into arrows(plan)
  std::vector<double> places;       ///< x of each
  std::vector<int> ops;             ///< values it computes
};

/// One band: chip above, road between, slow memory below. Arrows run from kernel_bottom to memory_top.
struct StripBand {
  std::vector<StripKernel> kernels;
  double top = 0, kernel_bottom = 0, chip_bottom = 0, memory_top = 0, bottom = 0;
};

struct StripLayout {
  std::vector<StripBand> bands;
  double unit = 0;           ///< width of one arrow's column
  int left_out = 0;          ///< kernels that have no room
  std::size_t op_lines = 1;  ///< ops listed in a kernel at most
  bool op_beside = false;    ///< the one line stands in the row of the kernel's name
};

/// Heights at 1x that a body needs for one line of ops, a road and a memory in which its own name stands below those of
/// the tensors: a road on which arrows still point the right way, and one on which their shafts are seen.
inline constexpr double least_strip = 125, easy_strip = 150;
/// Arrows' columns that all kernels take side by side.
[[nodiscard]] double strip_columns(const plan::FusionPlan& plan, const std::vector<Arrow>& arrows);
[[nodiscard]] StripLayout strip_layout(const plan::FusionPlan& plan, const std::vector<Arrow>& arrows, const Body& body,
                                       double scale);

}  // namespace charts
