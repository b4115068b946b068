// The paths, from CMake.
#include "places.hpp"

namespace tests {

std::filesystem::path folder() {
  return ONETRIP_TESTS_DIR;
}
std::filesystem::path program() {
  return ONETRIP_PROGRAM;
}
std::filesystem::path worker() {
  return ONETRIP_WORKER;
}
std::filesystem::path fake_worker() {
  return ONETRIP_FAKE_WORKER;
}

}  // namespace tests
