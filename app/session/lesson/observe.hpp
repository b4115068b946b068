// What a run's plot showed: a question of two taps whose right answers come from the run's own numbers.
#pragma once

#include "session/state/desk.hpp"

#include <vector>

namespace session {

/// The first question and, once that is answered, the second; a wrong tap says where in the plot to look again.
[[nodiscard]] std::vector<Node> observe_nodes(const Attempt& attempt, const Bench& bench, Leave leave);
/// A tap: "bytes.fused", its question and its answer.
void observe(Attempt& attempt, std::string_view tap);
/// The same on the open page: a wrong one brings the plot to the stage, and from there the student looks where he
/// likes.
void observe_on_page(Desk& desk, std::string_view tap);
/// Whether the plot is to be looked at again.
[[nodiscard]] bool looks_again(const Attempt& attempt, const Bench& bench, Leave leave);

}  // namespace session
