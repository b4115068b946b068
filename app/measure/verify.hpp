// Outputs against the double reference, before any time is taken.
#pragma once

#include "device/device.hpp"

namespace measure {

/// Elements to look at: first, last, both sides of tile and vector edges, 4096 by seed; row ops: 64 whole rows.
[[nodiscard]] std::vector<std::int64_t> elements_to_check(const plan::FusionPlan& plan, int value, std::uint64_t seed);

/// Plan `index` of `spec` as `experiment` runs it. Pass: |got - ref| <= 4 x bound + half an ulp of the output;
/// NaN matches NaN; no poison left; guards whole.
[[nodiscard]] record::Verdict verify(device::Experiment& experiment, const device::RunSpec& spec, int index);

}  // namespace measure
