// Numbers in prose: {predicted.crossings.unfused} is computed, never typed. A missing number prints as missing.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "lesson/lesson.hpp"
#include "model/predict.hpp"
#include "record/measurement.hpp"

namespace lesson {

/// Quantity -> value, such as "crossings.unfused" -> 4; absent = not known (or not yet allowed).
using Quantities = std::map<std::string, double>;

/// crossings, reads, writes, bytes, kernels, time of "unfused" and "fused", and ratio.* (unfused / fused),
/// saved.crossings.percent.
[[nodiscard]] Quantities predicted_quantities(const model::Prediction& unfused, const model::Prediction& fused);
[[nodiscard]] Quantities measured_quantities(const record::Measurement& measurement);

/// Replaces {name} by its value as the quantity is usually shown; a missing one by the words for it.
[[nodiscard]] std::string fill(std::string_view text, const Quantities& quantities);
/// Names in braces that `text` uses.
[[nodiscard]] std::vector<std::string> names_in(std::string_view text);
/// A quantity as people write it: "4 crossings", "537 MB", "2.00x".
[[nodiscard]] std::string show_quantity(std::string_view name, double value);

}  // namespace lesson
