// Reading a figure's table: cells are set for people, machines want plain numbers.
#pragma once

#include "figure/figure.hpp"

#include <string>

namespace figure {

/// "bytes (B)"; the bare name where there is no unit.
[[nodiscard]] std::string heading(const Column& column);
/// Names of columns and keys of facts are data; this is how a person reads them.
[[nodiscard]] std::string shown_name(const Column& column);
[[nodiscard]] std::string shown_key(const Fact& fact);
/// The cell; without the thin spaces that part digit groups if it is a number then. Empty where the row is short.
[[nodiscard]] std::string plain_cell(const Row& row, std::size_t column);
/// Whether the column's filled cells, at least one, are all numbers.
[[nodiscard]] bool is_numeric(const Table& table, std::size_t column);

}  // namespace figure
