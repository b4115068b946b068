// When a calibration was kept: whether another program measured the machine meanwhile.
#pragma once

#include "machine/device_spec.hpp"

#include <filesystem>
#include <optional>
#include <string_view>

namespace machine {

/// The time of the file that save_calibrated wrote under this id; nothing if there is none.
[[nodiscard]] std::optional<std::filesystem::file_time_type> kept_at(std::string_view id);

/// A calibration of the processor at hand, with as many threads as this process may use.
[[nodiscard]] bool is_of_this_machine(const DeviceSpec& spec);

}  // namespace machine
