// The chain as cards, op after op, with scissors between them: which values stay on the chip and which are cut.
#pragma once

#include "charts/frame/chart_data.hpp"

#include <string>
#include <vector>

namespace charts {

/// What one kernel of the plan leaves for another: outputs that are read again too.
[[nodiscard]] std::vector<int> parted(const plan::FusionPlan& plan);

struct Cutting {
  std::vector<int> cut;                    ///< values that go through slow memory, whether that makes a plan or not
  std::vector<int> fixed;                  ///< of these, the ones that every plan cuts: nothing to join
  const plan::FusionPlan* plan = nullptr;  ///< what the cuts make, to name the kernels; null: no plan
  int picked = -1;                         ///< the op whose card is in hand
  std::vector<int> again{};                ///< values that are not written: each kernel that reads one makes it again
};

/// Its cards are as large as the data's width and height allow, and it is as high as they need; cards that have no room
/// in eight rows are counted in words. The mark of a
/// value's card is "card." and its name, of the scissors after it "cut." and its name. Question stage: it tells what
/// was chosen, nothing that could be asked.
[[nodiscard]] figure::Figure cut_cards(ChartData data, const Cutting& cutting);

}  // namespace charts
