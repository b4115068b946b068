// Counting by hand: marks on the arrows of the unfused plan, and strikes through those nobody outside needs.
#pragma once

#include "charts/strips/chain_strip.hpp"
#include "session/state/desk.hpp"

#include <map>
#include <string>

namespace session {

/// Marks the arrow with the next number, or takes its mark and the later ones off again. What is wrong with it is said
/// in `attempt.message`: a kernel reads before it writes, and starts when the one before has written.
void mark_arrow(Attempt& attempt, const plan::FusionPlan& unfused, std::string_view id);
[[nodiscard]] bool all_marked(const Attempt& attempt, const plan::FusionPlan& unfused);

void toggle_strike(Attempt& attempt, std::string_view id);
/// Empty if exactly the arrows that fusing removes are struck; else which one must stay, or that one is missing.
[[nodiscard]] std::string strike_mistake(const Attempt& attempt, const Bench& bench);

/// How the strip shows both.
[[nodiscard]] std::map<std::string, charts::ArrowState> arrow_states(const Attempt& attempt);

}  // namespace session
