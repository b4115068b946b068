// A table's cell as a machine reads it.
#pragma once

#include "figure/figure.hpp"

#include <string>

namespace exporter {

/// Without the thin spaces that part digit groups, if it is a number then; else as it is.
[[nodiscard]] std::string plain_cell(const figure::Row& row, std::size_t column);
/// "bytes (B)"; the bare name where there is no unit.
[[nodiscard]] std::string heading(const figure::Column& column);

}  // namespace exporter
