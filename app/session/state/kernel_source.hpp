// The source view: the CUDA C++ of each plan's kernels beside the chain, and what the compiler said of them.
#pragma once

#include "session/state/desk.hpp"

#include <optional>
#include <vector>

namespace session {

/// Opens and closes it; nothing where the page is not about a chain. While a lesson asks about the chain it stays shut.
[[nodiscard]] std::optional<Action> source_action(const Desk& desk);
/// The kernel that is shown and its figures, or why they are not there; empty while the view is shut.
[[nodiscard]] std::vector<Node> source_nodes(const Desk& desk);

/// Whether it was opened on this page, as far as its task is answered.
[[nodiscard]] bool opened_here(const Desk& desk);

struct CompilerFigure {
  std::string what, value, from;  ///< `from`: who says so
  std::string whose;              ///< the same in short
};
/// What the compiler said of a kernel that ran. Empty where it said nothing.
[[nodiscard]] std::vector<CompilerFigure> compiler_figures(record::Source ran, const record::Target& card,
                                                           const record::KernelCode& code);

void toggle_source(Desk& desk);
void show_next_kernel(Desk& desk);

}  // namespace session
