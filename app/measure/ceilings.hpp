// Whether a machine's calibration still holds.
#pragma once

#include "machine/device_spec.hpp"
#include "model/predict.hpp"
#include "record/measurement.hpp"

#include <span>
#include <string>

namespace measure {

/// Measured and modelled times this far apart are more than the model's own error (tests/bench/bench_model.cpp).
inline constexpr double ceilings_margin = 1.5;

/// A sentence for the student where the ceilings of a calibrated spec, not the plans, must be off: the cold time of
/// every plan strays from the model's the same way, by more than ceilings_margin. Empty otherwise, where a launch
/// bounds a plan, for data sheets, and for what was not measured just now. `predictions` are of the same plans, in
/// the same order.
[[nodiscard]] std::string ceilings_doubt(const machine::DeviceSpec& spec,
                                         std::span<const model::Prediction> predictions,
                                         const record::Measurement& measurement);

}  // namespace measure
