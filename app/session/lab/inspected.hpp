// What the inspector tells of one thing: a table of what, how much, and whose figure that is.
#pragma once

#include "session/state/lock_rule.hpp"

namespace session {

/// Whether an open task asks this of one of the chain's plans, or what it can be read from.
[[nodiscard]] bool is_hidden(const Desk& desk, const LockRule& rule, const Bench& bench, std::string_view family,
                             std::size_t plan);
/// "op:t", "kernel:fused:0", "tensor:x" of this bench.
[[nodiscard]] std::vector<Node> told(const Desk& desk, const Bench& bench, std::string_view subject);
/// The rows of a figure's table that speak of this mark, cell by cell.
[[nodiscard]] Node told_mark(const figure::Figure& figure, std::string_view mark);
/// Those rows, by their numbers.
[[nodiscard]] std::vector<std::size_t> rows_of(const figure::Figure& figure, std::string_view mark);

}  // namespace session
