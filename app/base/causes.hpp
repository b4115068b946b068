// Why the system refused something to do with a file, in words.
#pragma once

#include <string>

namespace base {

/// Of an errno: "the disk is full", "permission denied"; without a stop.
[[nodiscard]] std::string cause_of(int error);

}  // namespace base
