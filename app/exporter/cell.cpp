// Cells are set for people; machines get "4294967296".
#include "exporter/cell.hpp"

#include "base/text.hpp"

namespace exporter {

std::string plain_cell(const figure::Row& row, std::size_t column) {
  if (column >= row.cells.size()) return {};
  constexpr std::string_view thin_space = "\u202F";
  std::string plain = row.cells[column];
  for (std::size_t at = plain.find(thin_space); at != std::string::npos; at = plain.find(thin_space)) {
    plain.erase(at, thin_space.size());
  }
  return base::to_number(plain) ? plain : row.cells[column];
}

std::string heading(const figure::Column& column) {
  return column.unit.empty() ? column.name : column.name + " (" + column.unit + ")";
}

}  // namespace exporter
