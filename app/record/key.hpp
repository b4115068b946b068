// The key under which a plan set is recorded: equal keys did the same work.
#pragma once

#include "plan/fusion_plan.hpp"

#include <string>

namespace record {

/// Groups, schedules, whose a product is, and the knobs that were turned, by SSA position:
/// "matmul:library(3) pointwise[block=512](4)".
[[nodiscard]] std::string structure(const plan::FusionPlan& plan);
/// Of a chain and its plans' structures.
[[nodiscard]] std::string key(const chain::Chain& chain, const std::vector<std::string>& structures,
                              std::string_view submit);
/// Hash of canonical SSA (names dropped), shapes, dtypes, the plans' structures and the submit mode.
[[nodiscard]] std::string key(const std::vector<plan::FusionPlan>& plans, std::string_view submit);

}  // namespace record
