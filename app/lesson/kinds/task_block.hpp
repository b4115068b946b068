// A task's block while it is read: what the readers of all kinds share.
#pragma once

#include "lesson/task_reader.hpp"
#include "lesson/toml_block.hpp"

namespace lesson {

struct TaskBlock {
  Names names;  ///< as the task sees them: its own chain is the nearest
  Findings& findings;
  TomlReader toml;

  /// A text of the lesson, which may be absent; its {values} are checked where they stand.
  std::string text(std::string_view key);
  std::string required(std::string_view key, base::TextKind kind = base::TextKind::line);
  std::vector<std::string> texts(std::string_view key);
  /// Of a number or a curve.
  std::optional<double> tolerance();
  /// False where a value in braces is no value.
  bool check_values(const TomlReader& reader, std::string_view key, std::optional<std::size_t> element,
                    std::string_view text);
  void check_quantity(std::string_view key, std::optional<std::size_t> element, const std::string& quantity);
  void add(Place place, const SlotFlaw& flaw);
};

}  // namespace lesson
