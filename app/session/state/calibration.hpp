// A device's own ceilings: measured by one program at a time, kept for the next start.
#pragma once

#include "device/device.hpp"

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

namespace session {

struct Calibration {
  machine::DeviceSpec spec;
  std::string not_kept;  ///< why it could not be kept; empty: it was
};

/// Waits while another program of this user calibrates: two at once would each measure half a machine. Throws
/// DeviceError, Cancelled.
[[nodiscard]] Calibration calibrate(device::Device& device,
                                    const std::function<void(double, std::string_view)>& progress,
                                    const std::stop_token& stop);

}  // namespace session
