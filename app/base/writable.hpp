// Whether a file could be written, asked before an hour's work and not after it.
#pragma once

#include <filesystem>

namespace base {

/// Throws MachineError as write_file would where nothing can be written.
void expect_writable(const std::filesystem::path& path);

}  // namespace base
