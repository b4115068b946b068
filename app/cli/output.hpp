// What commands print: aligned tables, and how each kind of failure ends.
#pragma once

#include "base/diagnostic.hpp"
#include "cli/command.hpp"

#include <nlohmann/json_fwd.hpp>

#include <exception>
#include <string>
#include <vector>

namespace cli {

/// Rows of cells in columns; the first row is the head. Numbers are right-aligned (a cell that begins with a digit).
[[nodiscard]] std::string text_table(const std::vector<std::vector<std::string>>& rows);

/// To standard output, every letter visible; a closed pipe is not an error.
void print(std::string_view text);
void print_json(const nlohmann::ordered_json& json);
/// To standard error, likewise.
void print_error(std::string_view text);
/// On a terminal, over what stood in this line: "12%  sampling". Elsewhere nothing.
void print_progress(double share, std::string_view word);
void end_progress();

/// A person's mistakes, rendered to standard error: exit 2.
[[nodiscard]] Exit bad_input(const base::Diagnostics& diagnostics);
/// What the machine could not do, with its remedy: exit 3.
Exit machine_failed(const std::exception& error);
/// That there is no memory, which takes none: exit 3. The sentence is made before.
Exit no_memory();
void prepare_no_memory();

}  // namespace cli
