// Measures this processor's ceilings with the device's own loops.
#pragma once

#include "device/cpu/engine.hpp"
#include "machine/device_spec.hpp"

#include <functional>
#include <stop_token>
#include <string_view>

namespace device::cpu {

/// Takes some seconds; sets nothing. Throws DeviceError (no memory for arrays beyond the caches), Cancelled.
[[nodiscard]] machine::DeviceSpec calibrate(Engine& engine,
                                            const std::function<void(double, std::string_view)>& progress,
                                            const std::stop_token& stop);

}  // namespace device::cpu
