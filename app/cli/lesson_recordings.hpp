// The recordings beside a lesson of a folder of its own.
#pragma once

#include "base/diagnostic.hpp"
#include "device/device.hpp"
#include "session/state/services.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace cli {

/// Shows what recordings/*.json beside this lesson (a folder, or its lesson.md) hold of one card, and with them the
/// program's own of that card. Null where there are none: an id of the course has none beside it.
[[nodiscard]] std::shared_ptr<device::Device> recorded_beside(const std::filesystem::path& lesson);

/// Why files of recordings/ beside this lesson cannot be used: what cannot be read, or cannot be.
[[nodiscard]] base::Diagnostics recording_mistakes(const std::filesystem::path& lesson);

/// Lessons are found in folders too, and what was recorded beside this one (an id, or a folder) is shown with it.
void take_lesson_folder(session::Services& services, const std::string& lesson);

}  // namespace cli
