// The chain as kernels and arrows: what each kernel reads and writes, crossings marked, struck or asked.
#pragma once

#include "charts/frame/chart_data.hpp"

#include <map>

namespace charts {

/// One arrow between slow memory and a kernel.
struct Arrow {
  std::string id;  ///< "k1.read.x", "k1.write.y.1"
  int kernel = 0;  ///< from 1
  int value = 0;
  bool write = false;
  bool full = true;   ///< false: 0 crossings, bytes only
  std::string label;  ///< "K1 reads x"
};
[[nodiscard]] std::vector<Arrow> arrows(const plan::FusionPlan& plan);

/// How each arrow is shown; absent = plain.
struct ArrowState {
  std::string mark;  ///< what the student wrote on it: "1"
  bool struck = false;
  bool focused = false;
};

/// Whether the strip tells which arrows carry a full tensor. Where that is the question they all look alike, and the
/// table gives shapes instead; where it is how many arrows there are, none is drawn.
enum class Fullness { told, asked, unseen };

/// How much larger than the type is wanted its letters may be: a short chain leaves a wall room.
[[nodiscard]] double larger_strip(const ChartData& data, const plan::FusionPlan& plan);

[[nodiscard]] figure::Figure chain_strip(const ChartData& data, const plan::FusionPlan& plan,
                                         const std::map<std::string, ArrowState>& states,
                                         Fullness fullness = Fullness::told);

}  // namespace charts
