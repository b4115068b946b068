// Another program's kernels as a cut of our chain: what each made, in the order they ran.
#pragma once

#include "record/imported.hpp"

#include <expected>
#include <string>

namespace record {

/// Why kernels are no cut of the chain.
struct NoCut {
  std::string kernel;  ///< the one that shows it; empty where none does
  std::string value;   ///< of its `makes`; may be empty
  std::string message, hint;
};

/// The plan named after the way. Every value that a kernel must make is made by one of them, after what it reads, and
/// each can be one kernel of ours within `limits`.
[[nodiscard]] std::expected<plan::FusionPlan, NoCut> cut_of(std::shared_ptr<const chain::Chain> chain,
                                                            const ImportedWay& way, const machine::Limits& limits);

}  // namespace record
