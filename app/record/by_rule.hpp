// What a chain and a plan's structure alone say: computed again, and held against what a measurement tells.
#pragma once

#include "plan/fusion_plan.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace record {

struct ByRule {
  struct Kernel {
    std::string ops;  ///< "add, gelu"
    base::Bytes read, written;
  };
  bool by_hand = false;          ///< whoever wrote its kernels decided what they read: only the least is known
  std::vector<Kernel> kernels;   ///< empty of a plan by hand
  int crossings = 0;             ///< of a plan by hand: the least
  base::Bytes read, written;     ///< by the counting rule
  base::Bytes again;             ///< what tiles of products may fetch once more, if no cache keeps any of it
  base::Bytes inputs, outputs;   ///< each once: what no plan can leave out
  std::vector<base::Bytes> own;  ///< what one kernel hands to another
  double operations = 0;         ///< the fewest that can compute it, f32
  double products = 0;           ///< those of products that tensor cores can do
  int starts = 0;                ///< of the device, at the least
  /// Of bytes that are handed on, written and read again: those that no cache of that size can have kept.
  [[nodiscard]] base::Bytes beyond(base::Bytes cache) const;
};

/// The kernels' names of a plan's group: "add, gelu".
[[nodiscard]] std::string ops_of(const chain::Chain& chain, const plan::Group& group);

/// Nothing if that structure is no cut of that chain. `multiprocessors`: of a GPU, which may start a kernel of few long
/// rows twice; 0 = not known.
[[nodiscard]] std::optional<ByRule> by_rule(const chain::Chain& chain, std::string_view structure, int multiprocessors);
/// What no plan of that chain can do without: one start, each input once and each output.
[[nodiscard]] ByRule least_by_rule(const chain::Chain& chain);

}  // namespace record
