// libFuzzer: any bytes as settings.toml. Whatever is granted, no two of a page have one key, and none is typed.
#include "session/state/bindings.hpp"
#include "session/state/key_names.hpp"

#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const auto loaded = session::parse_bindings({reinterpret_cast<const char*>(data), size}, "settings.toml");
  for (const auto& [action, key] : loaded.bindings) {
    if (session::key_named(key) != key) std::abort();
    for (const auto& [other, its] : loaded.bindings) {
      const bool never_together = action == "lab.open" && other == "lesson.back";
      if (action < other && key == its && !never_together) std::abort();
    }
  }
  return 0;
}
