// "4 294 967 296" and "4294967296" are the same number.
#include "figure/table.hpp"

#include "base/text.hpp"
#include "base/words.hpp"

#include <cctype>

namespace figure {

namespace {

/// The words of "DRAM read": "figure.column.dram_read".
std::string named(std::string key, std::string_view name) {
  for (const char c : name) key += c == ' ' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::string(base::text(key));
}

}  // namespace

std::string heading(const Column& column) {
  return column.unit.empty() ? column.name : column.name + " (" + column.unit + ")";
}

std::string shown_name(const Column& column) {
  return named("figure.column.", column.name);
}

std::string shown_key(const Fact& fact) {
  // "device 2" is the second measurement's.
  const std::size_t end = fact.key.find_last_not_of(" 0123456789") + 1;
  return named("figure.fact.", std::string_view(fact.key).substr(0, end)) + fact.key.substr(end);
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
