// What a card allows, of the knobs that were turned and of rows that are added up: asked before anything is compiled or
// launched.
#pragma once

#include "base/expected.hpp"
#include "codegen/program.hpp"

namespace codegen {

/// Every kernel of the plan could be launched there; else which could not, and what the card allows.
[[nodiscard]] base::Expected<void> allowed(const plan::FusionPlan& plan, const Target& target);

}  // namespace codegen
