// Which recordings came with this release: the build knows their sums.
#pragma once

#include <string_view>

namespace record {

/// Whether a recording of this checksum came with this release.
[[nodiscard]] bool is_shipped(std::string_view checksum);

}  // namespace record
