// A kernel of attention in the model: what its tiles ask for, what it computes, what lies between its two launches.
#pragma once

#include "base/levels.hpp"
#include "model/work.hpp"
#include "plan/attention.hpp"

namespace model {

/// The share of all scores that some tile of queries makes: below 1 where causal hides whole tiles of keys.
[[nodiscard]] double share_made(const plan::Attention& attention);

/// Bytes that all tiles together ask for: queries once, keys and values once for each tile of queries, operands of the
/// ops on a score once a score.
[[nodiscard]] base::Moved asked_by_attention(const chain::Chain& chain, const plan::Group& group, int multiprocessors);

/// Bytes that the parts of the keys leave for the launch that joins them; 0 where there is one launch.
[[nodiscard]] double attention_workspace(const plan::Attention& attention, const machine::DeviceSpec& spec);

/// Two products over the scores that are made, and the ops on each of them; among these the exponentials have a roof of
/// their own, the calibrated cost of exp.
[[nodiscard]] Work attention_work(const plan::FusionPlan& plan, const plan::Group& group,
                                  const machine::DeviceSpec& spec);

}  // namespace model
