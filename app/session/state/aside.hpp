// A file that cannot be read is kept under another name, not lost.
#pragma once

#include <filesystem>
#include <optional>

namespace session {

/// Renames "settings.json" to "settings.broken.json", or to the first free "settings.broken-2.json"; where to, or
/// nothing if the disk refuses.
[[nodiscard]] std::optional<std::filesystem::path> move_aside(const std::filesystem::path& path);

}  // namespace session
