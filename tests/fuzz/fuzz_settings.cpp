// libFuzzer: any bytes as settings.json. What is accepted is written and read back as the same.
#include "session/state/settings.hpp"

#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const auto first = session::parse_settings({reinterpret_cast<const char*>(data), size});
  if (!first) return 0;
  const auto second = session::parse_settings(session::to_json(*first));
  if (!second || !(*second == *first)) std::abort();
  return 0;
}
