// The bounded set of knobs that a tuner tries.
#pragma once

#include "codegen/program.hpp"
#include "plan/fusion_plan.hpp"

#include <vector>

namespace study {

inline constexpr std::size_t most_tune_points = 48;

/// The plan without knobs first, then settings that its kernels have and the card allows: blocks with elements a thread
/// where each element is made by itself, blocks with rows or places of the row where rows are swept, each also under a
/// cap of registers; tiles of a product or of a transpose. At most `most_tune_points`, no two of the same kernels; one
/// alone where no kernel has a knob.
[[nodiscard]] std::vector<plan::FusionPlan> tune_points(const plan::FusionPlan& usual, const codegen::Target& target);

}  // namespace study
