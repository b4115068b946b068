// libFuzzer: any bytes as times that another program measured; what is refused must say where and why.
#include "record/imported.hpp"

#include <cmath>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const auto read = record::parse_imported({reinterpret_cast<const char*>(data), size}, "fuzz.json");
  if (!read) {
    if (read.error().empty() || base::render(read.error()).empty()) std::abort();
    return 0;
  }
  if (read->ways.empty() || read->program.empty()) std::abort();
  for (const record::ImportedWay& way : read->ways) {
    if (!(way.time.median.value > 0) || !std::isfinite(way.time.median.value)) std::abort();
    if (read->find(way.name) == nullptr) std::abort();
  }
  return 0;
}
