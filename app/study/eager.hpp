// A chain as PyTorch runs it without compiling: it has one kernel for some of the named ops already, which a ratio of
// unfused to fused leaves out.
#pragma once

#include "study/study.hpp"

#include <functional>
#include <optional>
#include <string>

namespace study {

struct Eager {
  plan::FusionPlan plan;
  model::Prediction prediction;
};

/// Nothing where it is the unfused plan; refused where we have no such kernels.
[[nodiscard]] base::Expected<std::optional<Eager>> eager_of(const Study& study);

/// Eager's cold time as a share of fused's, of one run that timed both.
struct EagerTime {
  double share = 1;
  record::Source source;
};
using Lookup = std::function<std::optional<record::Measurement>(const std::vector<plan::FusionPlan>&)>;
/// Of this run; where it shows other plans only, of what `look_up` finds of the same run with eager in it (a recording
/// holds more plans than are asked of it). Nothing where eager runs the unfused or the fused plan, was not timed, or
/// the times scatter too much to be compared.
[[nodiscard]] std::optional<EagerTime> eager_time(const Study& study, const record::Measurement& run,
                                                  const Lookup& look_up = {});

/// A sentence to stand beside the ratio; empty where there is nothing to add. A refusal is that sentence. `timed`: the
/// spec is of the machine that is spoken of. Without `time` it is the model's.
[[nodiscard]] std::string eager_words(const Study& study, const base::Expected<std::optional<Eager>>& eager, bool timed,
                                      const std::optional<EagerTime>& time = {});

/// The same for the foot of a figure, in a few words; empty where eager runs the unfused plan.
[[nodiscard]] std::string eager_note(const Study& study, const std::optional<EagerTime>& time = {});

}  // namespace study
