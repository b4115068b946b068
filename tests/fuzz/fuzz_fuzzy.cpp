// libFuzzer: any bytes as what is typed and what is searched, parted by the first line end.
#include "base/fuzzy.hpp"

#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const auto end = all.find('\n');
  const std::string_view typed = all.substr(0, end), text = end == all.npos ? std::string_view() : all.substr(end + 1);
  const auto score = base::fuzzy_score(typed, text);
  if (score && *score < 0) std::abort();
  if (!base::fuzzy_score(text, text) && text.size() < 1000) std::abort();  // every text fits itself
  return 0;
}
