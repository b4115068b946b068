// What a ratio of unfused to fused leaves out: PyTorch has one kernel for some of the named ops already.
#pragma once

#include "study/study.hpp"

#include <string>

namespace study {

/// A sentence; empty where eager PyTorch runs the unfused plan. Where we have no such kernels it says that. `timed`:
/// the spec is of the machine that is spoken of.
[[nodiscard]] std::string eager_words(const Study& study, bool timed);

}  // namespace study
