// The paths, from CMake.
#include "places.hpp"

#include <cstdlib>

namespace tests {

std::filesystem::path folder() {
  return ONETRIP_TESTS_DIR;
}
std::filesystem::path program() {
  return ONETRIP_PROGRAM;
}
std::filesystem::path worker() {
  // On a host with a card the tests are a guest: the worker is where the bundle has it.
  const char* elsewhere = std::getenv("ONETRIP_WORKER");
  return elsewhere == nullptr ? ONETRIP_WORKER : elsewhere;
}
std::filesystem::path fake_worker() {
  return ONETRIP_FAKE_WORKER;
}
std::filesystem::path stubs() {
  return ONETRIP_STUBS;
}

}  // namespace tests
