// A chain as PyTorch runs it without compiling: it has one kernel for some of the named ops already, which a ratio of
// unfused to fused leaves out.
#pragma once

#include "study/study.hpp"

#include <optional>
#include <string>

namespace study {

struct Eager {
  plan::FusionPlan plan;
  model::Prediction prediction;
};

/// Nothing where it is the unfused plan; refused where we have no such kernels.
[[nodiscard]] base::Expected<std::optional<Eager>> eager_of(const Study& study);

/// A sentence to stand beside the ratio; empty where there is nothing to add. A refusal is that sentence. `timed`: the
/// spec is of the machine that is spoken of.
[[nodiscard]] std::string eager_words(const Study& study, const base::Expected<std::optional<Eager>>& eager,
                                      bool timed);

/// The same for the foot of a figure, in a few words; empty where eager runs the unfused plan.
[[nodiscard]] std::string eager_note(const Study& study);

}  // namespace study
