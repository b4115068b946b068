// Bytes of one head of attention, softmax(Q K^T) V, by the counting rule. Q, K, V and the result are tensors of
// `tokens` rows and `width` columns; the scores S and their softmax P have `tokens` rows and columns each.
#pragma once

#include "base/units.hpp"

namespace model {

struct Attention {
  std::int64_t tokens = 4096, width = 128, element = 2;  ///< bytes of a bf16

  /// One of Q, K, V and the result.
  [[nodiscard]] base::Bytes side() const { return {tokens * width * element}; }
  /// S, or P.
  [[nodiscard]] base::Bytes scores() const { return {tokens * tokens * element}; }
  /// Three kernels: Q K^T writes S; softmax reads S and writes P; P V reads P. 4 tokens^2 + 4 tokens width elements.
  [[nodiscard]] base::Bytes naive() const { return 4 * scores() + 4 * side(); }
  /// One kernel: Q, K and V in, the result out. What it reads again of K and V comes from L2.
  [[nodiscard]] base::Bytes flash() const { return 4 * side(); }
};

}  // namespace model
