// Files that a lesson or another file names, or that lie in a folder from elsewhere: never outside that folder.
#pragma once

#include "base/expected.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace base {

/// How the way below a folder is held to its rules: by the kernel (Linux 5.6), or step by step where it cannot.
enum class Walk { kernel, steps };

/// The whole file `below` a folder, as read_file has it: regular files only, refused above `limit` bytes. No part of
/// `below` may be a link, "..", or begin at the root; the folder itself is what a person named, and may.
[[nodiscard]] Expected<std::string> read_beneath(const std::filesystem::path& folder,
                                                 const std::filesystem::path& below, std::int64_t limit,
                                                 Walk walk = Walk::kernel);

/// Whether a name from elsewhere may stand in a file's name or a command: 1 to 64 of a-z, 0-9, - and _, of which the
/// first is no dash.
[[nodiscard]] bool is_plain_id(std::string_view name);

}  // namespace base
