// Whether the plans of a run gave the same results, in a sentence.
#pragma once

#include "record/measurement.hpp"

#include <string>

namespace charts {

/// Whether the outputs differ in numbers of entries alone: how far two of these are apart says nothing.
[[nodiscard]] bool differs_by_numbers_only(const record::Verdict& verdict);
/// "67 108 864 of 67 108 864 results identical, fused and unfused: same math."; one plan that differs says it for all.
/// Empty where there is nothing to compare, or where some plan's outputs were wrong.
[[nodiscard]] std::string same_math_words(const record::Measurement& measurement);
/// "67 108 864 of 67 108 864 results identical"
[[nodiscard]] std::string same_math_brief(const record::Measurement& measurement);

}  // namespace charts
