// Whether a measurement is of kernels that today's emitter would write differently.
#pragma once

#include "codegen/program.hpp"
#include "record/measurement.hpp"

#include <functional>
#include <vector>

namespace device::recorded {

using Lower = std::function<codegen::Program(const plan::FusionPlan&, const codegen::Target&)>;

/// `plans` are those of the measurement, in its order. False of a processor's, and of plans whose text nobody kept.
[[nodiscard]] bool of_earlier_kernels(const record::Measurement& measurement,
                                      const std::vector<plan::FusionPlan>& plans, const Lower& lower);

}  // namespace device::recorded
