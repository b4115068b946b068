// Rows of a table as text, cells parted by tabs: how tests write and read them.
#pragma once

#include "base/text.hpp"
#include "session/state/cells.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tests {

[[nodiscard]] inline std::string line(const session::Row& row) {
  std::string out;
  for (const session::Cell& cell : row) out.append(&cell == row.data() ? "" : "\t").append(cell.text);
  return out;
}

[[nodiscard]] inline std::vector<std::string> lines(const session::Node& table) {
  std::vector<std::string> all;
  for (const session::Row& row : table.rows) all.push_back(line(row));
  return all;
}

/// The cells of `units` are numbers, the others words: "-nn-".
[[nodiscard]] inline session::Row row(std::string_view text, std::string_view units = {}) {
  session::Row row;
  for (const std::string_view cell : base::split(text, '\t')) {
    const bool number = row.size() < units.size() && units[row.size()] == 'n';
    row.push_back({std::string(cell), number ? session::CellUnit::number : session::CellUnit::words});
  }
  return row;
}

/// All that a node says in rows and headline.
[[nodiscard]] inline std::string told(const session::Node& node) {
  std::string all;
  for (const session::Row& row : node.rows) all += line(row) + "\n";
  for (const auto& one : node.headline.lines) all += one.name + "  " + one.number + "\n";
  return all + node.headline.difference;
}

}  // namespace tests
