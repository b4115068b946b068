// The backward pass of a chain, as a chain.
#pragma once

#include "base/expected.hpp"
#include "chain/chain.hpp"

#include <optional>
#include <string>
#include <vector>

namespace chain {

/// Which backward pass. Indices into Chain::values.
struct GradRequest {
  std::vector<int> of;    ///< whose gradients come in; none: every output's
  std::vector<int> to;    ///< inputs whose gradients are wanted; none: all of them
  std::vector<int> keep;  ///< ops' values that the forward pass writes, so that nobody makes them again
};

struct BackwardPass {
  /// Its inputs are those of the forward chain that it reads, the kept values, and d_y for an output y. What it needs
  /// of the forward pass besides is made again in it: the cuts then decide what is written. Its outputs are the
  /// gradients, of their inputs' sizes; of a row [c] that was added to each row it is [1, c].
  Chain chain;
  std::vector<std::string> gradients;  ///< by wanted input: what holds its gradient; it may be d_y itself
  std::optional<Chain> forward;        ///< where something is kept: the forward chain, with that among its outputs
};

/// By the table of derivatives (chain/derivative.hpp), compositions as a whole. Refused with a sentence where an op on
/// the way has no gradient (what reads integers) or none that chain text can write.
[[nodiscard]] base::Expected<BackwardPass> grad(const Chain& chain, const GradRequest& request);

}  // namespace chain
