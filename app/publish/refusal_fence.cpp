// The plan's own sentences, said as the program's.
#include "publish/refusal_fence.hpp"

#include "base/words.hpp"
#include "lesson/inert_markdown.hpp"

namespace publish {

std::string refusal_words(const plan::FusionPlan& fused) {
  if (fused.notes.empty()) return std::string(base::text("lesson.refusal.none"));
  std::string out;
  for (const std::string& note : fused.notes) {
    if (!out.empty()) out += "\n\n";
    out += base::say("lesson.refusal.says", {{"why", lesson::as_written(note)}});
  }
  return out;
}

}  // namespace publish
