// What an open file must be before it is read, however it was found.
#pragma once

#include "base/descriptor.hpp"
#include "base/expected.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace base {

/// A mistake of that file.
[[nodiscard]] std::unexpected<Diagnostics> unreadable(const std::filesystem::path& path, std::string message,
                                                      std::string hint = {});

/// All of it: a regular file of at most `limit` bytes. `path` is what it is called; errno tells why it is not open.
[[nodiscard]] Expected<std::string> read_open(const Descriptor& file, const std::filesystem::path& path,
                                              std::int64_t limit);

}  // namespace base
