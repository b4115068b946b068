// What commands print: aligned tables, and how each kind of failure ends.
#pragma once

#include "base/diagnostic.hpp"
#include "cli/command.hpp"

#include <exception>
#include <string>
#include <vector>

namespace cli {

/// Rows of cells in columns; the first row is the head. Numbers are right-aligned (a cell that begins with a digit).
[[nodiscard]] std::string text_table(const std::vector<std::vector<std::string>>& rows);

void print(std::string_view text);        ///< to standard output; a closed pipe is not an error
void print_error(std::string_view text);  ///< to standard error

/// A person's mistakes, rendered to standard error: exit 2.
[[nodiscard]] Exit bad_input(const base::Diagnostics& diagnostics);
/// What the machine could not do, with its remedy: exit 3.
[[nodiscard]] Exit machine_failed(const std::exception& error);

}  // namespace cli
