// Where the tests and the program under test are. Apart from everything else, so that no other object holds a path.
#pragma once

#include <filesystem>

namespace tests {

[[nodiscard]] std::filesystem::path folder();   ///< this checkout's tests/
[[nodiscard]] std::filesystem::path program();  ///< the onetrip that was just built

}  // namespace tests
