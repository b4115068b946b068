// A ladder by its name: its kernels by hand, and the chain that they compute, of its own size or another.
#pragma once

#include "base/expected.hpp"
#include "chain/chain.hpp"
#include "codegen/kernel_library.hpp"

#include <memory>
#include <optional>
#include <string>

namespace cli {

struct Ladder {
  std::string name;
  codegen::KernelLibrary by_hand;
  std::shared_ptr<const chain::Chain> chain;
};

/// `size` is "4096x8192", rows and columns; of a ladder that has a length, "8192".
[[nodiscard]] base::Expected<Ladder> ladder_of(const std::string& name, const std::optional<std::string>& size);

}  // namespace cli
