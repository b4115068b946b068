// Every number of a bench in one table, each with where it came from.
#pragma once

#include "session/state/page.hpp"

namespace session {

/// "guess", "model (here, measured 2026-11-21)", "measured (counted)".
[[nodiscard]] std::string badge(const Bench& bench, record::Source source);

/// Guess, model and measurement of both plans; a missing number is said, never 0.
[[nodiscard]] Node numbers_table(const Bench& bench, Leave leave, const std::vector<record::Guess>& guesses);

/// The same of each plan beyond those two, beside unfused: a table each.
[[nodiscard]] std::vector<Node> tables_of_more(const Bench& bench, Leave leave);

/// The model alone, kernel by kernel, with what bounds each.
[[nodiscard]] Node predictions_table(const Bench& bench, Leave leave, bool times);

}  // namespace session
