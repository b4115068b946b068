// Whether the kernels of a run can have run like that: asked of a device's answer and of a file alike.
#pragma once

#include "record/measurement.hpp"

#include <string>

namespace record {

/// Why the plan's timeline is impossible, in a sentence; empty if it is not, or if there is none.
[[nodiscard]] std::string flaw_of_timeline(const PlanMeasurement& plan);

}  // namespace record
