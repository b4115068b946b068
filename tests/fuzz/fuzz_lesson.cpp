// libFuzzer: any bytes are a lesson or mistakes with places; a lesson's texts can then be filled, set and linted.
#include "lesson/loader.hpp"
#include "lesson/markdown.hpp"
#include "lesson/values.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto lesson = lesson::parse(text, "fuzz.md");
  if (!lesson) {
    if (lesson.error().empty() || base::render(lesson.error()).empty()) std::abort();
    return 0;
  }
  if (lesson->steps.empty()) std::abort();
  for (const auto& step : lesson->steps) {
    for (const auto& block : step.blocks) {
      if (block.fence != nullptr) continue;
      const auto filled = lesson::fill(block.text, {{"crossings.fused", 2}}, block.chain);
      (void)lesson::plain_text(lesson::paragraphs(filled), 72);
    }
  }
  return 0;
}
