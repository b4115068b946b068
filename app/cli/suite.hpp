// Chains to record together: lessons', presets', sweeps, a grid.
#pragma once

#include "base/expected.hpp"
#include "chain/chain.hpp"
#include "lesson/lesson.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace cli {

struct Entry {
  std::string label;  ///< "02 bias", "rmsnorm", "n=4 m=1"
  std::shared_ptr<const chain::Chain> chain;
  /// Of the grid: the same over tensors halved so often, where memory lacks; else empty.
  std::function<std::shared_ptr<const chain::Chain>(int halvings)> smaller = {};
  std::vector<lesson::NamedPlan> plans = {};  ///< that a lesson has named, beside unfused and fused
};

/// Elements of a grid's tensors unless told otherwise: 512 MB of f32, far above any cache.
inline constexpr std::int64_t grid_elements = std::int64_t{1} << 27;

/// What `onetrip record` calls WORD: lessons, presets, sweeps, grid; all of these that have no matrix product,
/// products: those that have one; a lesson's folder or file; else one chain. No chain is in it twice. Throws
/// MachineError if the program's files are missing.
[[nodiscard]] base::Expected<std::vector<Entry>> suite(const std::string& word, std::int64_t elements = grid_elements);

}  // namespace cli
