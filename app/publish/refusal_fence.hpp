// What a lesson shows of why kernels stay apart, on a page of the window and on one of paper.
#pragma once

#include "plan/fusion_plan.hpp"

#include <string>

namespace publish {

/// Markdown: the refusals of this plan, a paragraph each; or, where it has none, that nothing keeps the ops apart here.
[[nodiscard]] std::string refusal_words(const plan::FusionPlan& fused);

}  // namespace publish
