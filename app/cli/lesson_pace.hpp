// lesson check --pace: how long each step takes, beside what its heading says.
#pragma once

#include "lesson/lesson.hpp"
#include "machine/device_spec.hpp"

#include <string>

namespace cli {

/// A row a step and one for the lesson, and when its first run is reached.
[[nodiscard]] std::string pace_sheet(const lesson::Lesson& lesson, const machine::DeviceSpec& spec);

}  // namespace cli
