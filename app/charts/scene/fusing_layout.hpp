// Where the boxes and the tensors of two plans stand before and after fusing, as shares of the width.
#pragma once

#include "plan/fusion_plan.hpp"

#include <vector>

namespace charts {

/// A kernel of the first plan on its way into one of the second.
struct FusingBox {
  std::size_t kernel = 0;        ///< of the first plan
  std::size_t into = 0;          ///< of the second
  std::size_t place = 0;         ///< among those that go there
  double before = 0, after = 0;  ///< its middle
  bool copy = false;             ///< its ops go into another kernel too: made again here
};

/// A tensor that the first plan keeps in the warehouse: a full one, or a small one that is brought along.
struct FusingTensor {
  int value = 0;
  int made_by = -1;                 ///< kernel of the first plan; -1: an input
  std::vector<std::size_t> read{};  ///< by these kernels of the first plan
  bool small = false;               ///< an input that makes no trip of its own
  bool held = false;                ///< the second plan does not store it: it stays with the worker
  double before = 0, after = 0;     ///< its middle in the warehouse; of a held one only before
};

struct FusingLayout {
  std::vector<FusingBox> boxes;    ///< in the first plan's order, then the copies
  std::vector<std::size_t> sizes;  ///< boxes in each kernel of the second plan
  std::vector<FusingTensor> tensors;
  double box = 0;  ///< a box's width
  /// The middle of a fused kernel, where its boxes have come together.
  [[nodiscard]] double middle(std::size_t fused) const;
};

/// `widest`: a box is not wider than this share.
[[nodiscard]] FusingLayout fusing_layout(const plan::FusionPlan& from, const plan::FusionPlan& to, double widest);

}  // namespace charts
