// Printing of tables and failures.
#include "cli/output.hpp"

#include "base/causes.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "base/visible.hpp"
#include "base/words.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <new>
#include <system_error>
#include <unistd.h>

namespace cli {
namespace {

constexpr const char* over_line = "\r\x1b[K";  ///< to the line's begin, and empties it

bool looks_numeric(std::string_view cell) {
  return !cell.empty() && cell[0] >= '0' && cell[0] <= '9';
}

/// Not by the C library's stream, which may want memory first.
void write_error(std::string_view text) {
  const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
  static_cast<void>(written);  // nobody is left to be told
}

/// All that the program says in a terminal passes here: tests/layers_test.cmake finds who goes round it. In JSON
/// what is made visible still means the same.
void write(std::string_view text, std::FILE* stream) {
  const std::string seen = base::visible(text, base::TextKind::lines);
  const std::size_t written = std::fwrite(seen.data(), 1, seen.size(), stream);
  if (stream == stderr && written == 0) write_error(seen);
}

std::string& no_memory_sentence() {
  static auto& sentence = *new std::string;  // a thread may need it after the others were destroyed
  return sentence;
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
  write(text, stdout);
}

void print_json(const nlohmann::ordered_json& json) {
  print(json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

void print_error(std::string_view text) {
  std::fflush(stdout);
  write(text, stderr);
}

void print_progress(double share, std::string_view word) {
  if (::isatty(STDERR_FILENO) != 1) return;
  std::fputs(over_line, stderr);
  print_error(fmt::format("{:3.0f}%  {}", 100 * share, base::visible(word)));
}

void end_progress() {
  if (::isatty(STDERR_FILENO) == 1) std::fputs(over_line, stderr);
}

Exit bad_input(const base::Diagnostics& diagnostics) {
  print_error(base::render(diagnostics));
  return Exit::bad_input;
}

Exit machine_failed(const std::exception& error) {
  const auto* machine = dynamic_cast<const base::MachineError*>(&error);
  std::string cause = error.what();
  if (const auto* system = dynamic_cast<const std::system_error*>(&error)) {
    const auto* file = dynamic_cast<const std::filesystem::filesystem_error*>(&error);
    cause = (file == nullptr ? "" : file->path1().string() + ": ") + base::cause_of(system->code().value());
  }
  std::string text = fmt::format("onetrip: {}\n", cause);
  if (machine != nullptr && !machine->remedy.empty()) text += fmt::format("  {}\n", machine->remedy);
  print_error(text);
  return Exit::machine;
}

Exit no_memory() {
  write_error(no_memory_sentence());
  return Exit::machine;
}

void prepare_no_memory() {
  // The C library loads its unwinder when first an exception leaves a call_once: with no memory left it would abort.
  try {
    std::once_flag once;
    std::call_once(once, [] { throw std::bad_alloc(); });
  } catch (const std::bad_alloc&) {
  }
  no_memory_sentence() = fmt::format("onetrip: {}\n  {}\n", base::visible(base::text("cli.memory")),
                                     base::visible(base::text("cli.memory.hint")));
}

}  // namespace cli
