// Ceilings of a card: roads by mix and by working set, arithmetic by op, launches.
#pragma once

#include "device/cuda_client/connection.hpp"
#include "machine/device_spec.hpp"

#include <functional>
#include <optional>

namespace device::cuda_client {

/// Asks the worker for some seconds of the kernels of kernels/calibration. `sheet` is the card's data sheet, if there
/// is one: its figures stay beside the measured ones. Throws DeviceError, Cancelled.
[[nodiscard]] machine::DeviceSpec calibrate(Connection& link, const wire::Card& card,
                                            const std::optional<machine::DeviceSpec>& sheet,
                                            const std::function<void(double, std::string_view)>& progress,
                                            const std::stop_token& stop);

/// Under which it is kept: "nvidia-h200".
[[nodiscard]] std::string spec_id(const wire::Card& card);

}  // namespace device::cuda_client
