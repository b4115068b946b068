// lesson check --findings: every case of every finding, for reading.
#pragma once

#include "lesson/lesson.hpp"
#include "machine/device_spec.hpp"

#include <string>

namespace cli {

/// Each case with its condition and its sentence, filled in with numbers that lead to it.
[[nodiscard]] std::string findings_sheet(const lesson::Lesson& lesson, const machine::DeviceSpec& spec);

}  // namespace cli
