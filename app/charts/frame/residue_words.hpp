// A difference in bytes, in words: the parts that are known by their names, the rest as not explained.
#pragma once

#include "plan/fusion_plan.hpp"
#include "record/residue.hpp"

#include <string>
#include <vector>

namespace charts {

/// What the counting rule says of each kernel of a plan, in its order.
[[nodiscard]] std::vector<record::ComputedKernel> computed_kernels(const plan::FusionPlan& plan);

/// Of bytes that hardware counted of `plan`: "0.016 % more than by hand: +62.7 KB rows fetched more than once."
[[nodiscard]] std::string residue_words(const record::Residue& residue);

}  // namespace charts
