// What sources and plans are called on screen; keys in files and on the command line keep the names of the code.
#pragma once

#include "plan/fusion_plan.hpp"
#include "record/measurement.hpp"

#include <string>
#include <string_view>

namespace charts {

/// "guess", "model", "measured", ...
[[nodiscard]] std::string source_words(record::Source source);
/// The same of a measurement; a stranger's is "recorded from a.json".
[[nodiscard]] std::string source_words(const record::Measurement& measurement);
/// What is worked out from the program and counted by nobody is called this, wherever it stands.
[[nodiscard]] std::string by_construction_words();
/// Who says a number of a run: "measured", and of what is by construction "worked out", or "recorded, worked out".
[[nodiscard]] std::string source_words(const record::Measurement& measurement, bool by_construction);
/// Of a file's long name the begin, in whole letters, and the ending.
[[nodiscard]] std::string short_file(const std::string& name);
/// "counters", "times only", "worked out"
[[nodiscard]] std::string tier_words(record::Tier tier);
/// "unfused", "fused", "eager"; a plan cut by hand has the name of its cuts.
[[nodiscard]] std::string plan_words(std::string_view plan);
/// The same, and of a plan that a lesson has named its name.
[[nodiscard]] std::string plan_words(const plan::FusionPlan& plan);
/// A ladder's rung: a plan that has a name of its own, else as the ladder calls it.
[[nodiscard]] std::string rung_words(std::string_view rung);

}  // namespace charts
