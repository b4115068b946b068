// Printing of tables and failures.
#include "cli/output.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace cli {
namespace {

bool looks_numeric(std::string_view cell) {
  return !cell.empty() && cell[0] >= '0' && cell[0] <= '9';
}

}  // namespace

std::string text_table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], base::count_characters(row[i]));
  }
  // A column of numbers is right-aligned as a whole, its head included.
  std::vector<bool> right(widths.size());
  for (std::size_t i = 0; i < widths.size(); ++i) {
    bool any = false, all = true;
    for (std::size_t r = 1; r < rows.size(); ++r) {
      if (i >= rows[r].size() || rows[r][i].empty()) continue;
      any = true;
      all = all && looks_numeric(rows[r][i]);
    }
    right[i] = any && all;
  }
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string pad(widths[i] - base::count_characters(row[i]), ' ');
      line += i == 0 ? "" : "  ";
      line += right[i] ? pad + row[i] : row[i] + pad;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

void print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void print_error(std::string_view text) {
  std::fflush(stdout);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

Exit bad_input(const base::Diagnostics& diagnostics) {
  print_error(base::render(diagnostics));
  return Exit::bad_input;
}

Exit machine_failed(const std::exception& error) {
  const auto* machine = dynamic_cast<const base::MachineError*>(&error);
  std::string text = fmt::format("onetrip: {}\n", error.what());
  if (machine != nullptr && !machine->remedy.empty()) text += fmt::format("  {}\n", machine->remedy);
  print_error(text);
  return Exit::machine;
}

}  // namespace cli
