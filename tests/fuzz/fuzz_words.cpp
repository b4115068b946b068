// libFuzzer: any bytes as another language's file of words. What is refused must say where and why.
#include "base/diagnostic.hpp"
#include "base/translation.hpp"

#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const auto read = base::parse_words({reinterpret_cast<const char*>(data), size}, "fuzz.toml");
  if (!read && (read.error().empty() || base::render(read.error()).empty())) std::abort();
  return 0;
}
