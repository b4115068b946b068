// Of several runs told kernel by kernel, the one that is shown.
#pragma once

#include "device/device.hpp"

#include <string>
#include <vector>

namespace measure {

/// A sample's steps as kernels that follow each other; `names` are theirs.
[[nodiscard]] device::KernelTimes kernels_of(const device::Sample& sample, const std::vector<std::string>& names);

/// Keeps the run of the middle length as the plan's timeline, or says why it cannot have been. No run: nothing changes.
void keep_middle_run(const std::vector<device::KernelTimes>& runs, const std::string& submit,
                     record::PlanMeasurement& plan);

}  // namespace measure
