// Compared op by op; exchanged by name.
#include "lesson/sizes.hpp"

#include "lesson/fences/fence.hpp"

#include <algorithm>
#include <utility>

namespace lesson {

bool only_sizes_differ(const chain::Chain& one, const chain::Chain& other) {
  return std::ranges::equal(one.values, other.values, [](const chain::Value& a, const chain::Value& b) {
    return a.name == b.name && a.op == b.op && a.operands == b.operands && a.output == b.output;
  });
}

void size_for(Lesson& lesson, bool gpu) {
  if (std::exchange(lesson.sized_for_gpu, gpu) == gpu) return;
  for (auto& [name, other] : lesson.other_sizes) std::swap(lesson.chains.at(name), other);
  for (Step& step : lesson.steps) {
    for (Block& block : step.blocks) {
      if (block.is(fences::chain) && lesson.other_sizes.contains(block.name)) {
        block.text = lesson.chains.at(block.name)->text;
      }
    }
  }
}

}  // namespace lesson
