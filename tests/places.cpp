// The two paths, from CMake.
#include "places.hpp"

namespace tests {

std::filesystem::path folder() {
  return ONETRIP_TESTS_DIR;
}
std::filesystem::path program() {
  return ONETRIP_PROGRAM;
}

}  // namespace tests
