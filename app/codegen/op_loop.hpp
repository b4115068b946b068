// A kernel that applies one op again and again to numbers in registers: what its arithmetic alone takes.
#pragma once

#include "chain/op.hpp"
#include "codegen/program.hpp"

#include <optional>

namespace codegen {

struct OpLoop {
  Kernel kernel;  ///< parameters: f32* that is never written, i64 0
  std::string prelude;
  double applications = 0;  ///< of the op, by one thread
};

/// The op as the generated kernels compute it. Without an op: the loop that surrounds it, whose time is to be taken
/// off. Nothing for inputs and reductions.
[[nodiscard]] std::optional<OpLoop> op_loop(std::optional<chain::Op> op);

}  // namespace codegen
