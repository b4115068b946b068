// "4 294 967 296" and "4294967296" are the same number.
#include "figure/table.hpp"

#include "base/text.hpp"

namespace figure {

std::string heading(const Column& column) {
  return column.unit.empty() ? column.name : column.name + " (" + column.unit + ")";
}

std::string plain_cell(const Row& row, std::size_t column) {
  if (column >= row.cells.size()) return {};
  constexpr std::string_view thin_space = "\u202F";
  std::string plain = row.cells[column];
  for (std::size_t at = plain.find(thin_space); at != std::string::npos; at = plain.find(thin_space)) {
    plain.erase(at, thin_space.size());
  }
  return base::to_number(plain) ? plain : row.cells[column];
}

bool is_numeric(const Table& table, std::size_t column) {
  bool any = false;
  for (const Row& row : table.rows) {
    const std::string cell = plain_cell(row, column);
    if (!cell.empty() && !base::to_number(cell)) return false;
    any = any || !cell.empty();
  }
  return any;
}

}  // namespace figure
