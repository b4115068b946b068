// Where the tests and the program under test are. Apart from everything else, so that no other object holds a path.
#pragma once

#include <filesystem>

namespace tests {

[[nodiscard]] std::filesystem::path folder();       ///< this checkout's tests/
[[nodiscard]] std::filesystem::path program();      ///< the onetrip that was just built
[[nodiscard]] std::filesystem::path worker();       ///< its worker
[[nodiscard]] std::filesystem::path fake_worker();  ///< plays failures: fake_worker SCENARIO
[[nodiscard]] std::filesystem::path stubs();        ///< folder of libcuda.so.1 and others that play failures by script

}  // namespace tests
