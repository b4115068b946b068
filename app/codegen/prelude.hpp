// The device functions that kernels are written with: kernels/prelude/*.cuh.
#pragma once

#include <string>
#include <string_view>

namespace codegen {

/// What a text needs of the prelude, self-contained and in order. Throws base::MachineError if a file is missing.
[[nodiscard]] std::string prelude_for(std::string_view source);

}  // namespace codegen
