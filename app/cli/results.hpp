// A measurement as a command prints it: text, and the JSON that joins it to a study.
#pragma once

#include "cli/study.hpp"
#include "record/measurement.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace cli {

/// Table of guess-free facts: crossings, bytes, model time, measured time; verdicts; provenance.
[[nodiscard]] std::string report(const Study& study, const record::Measurement& measurement,
                                 const std::optional<study::EagerTime>& eager_there = {});

/// ", kernels in a CUDA graph (graph)"; of a card's kernels only.
[[nodiscard]] std::string submit_words(const record::Measurement& measurement);

/// Verdicts, remarks and where the figures come from: what stands below a table of them.
[[nodiscard]] std::string footing(const record::Measurement& measurement);

/// Adds `measured` and `verdict` to each plan of to_json(study), and the provenance.
void add_measurement(nlohmann::ordered_json& json, const record::Measurement& measurement);

/// True if every plan's outputs were right.
[[nodiscard]] bool all_passed(const record::Measurement& measurement);

}  // namespace cli
