// A file of TOML as a person wrote it, and every mistake found in it.
#pragma once

#include "base/diagnostic.hpp"
#include "base/toml_flaw.hpp"

#include <toml++/toml.h>

#include <optional>
#include <string>
#include <string_view>

namespace base {

class TomlFile {
 public:
  /// `text` must outlive it.
  TomlFile(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

  /// Nothing, and a mistake more, if the text is no TOML, or has more than `limit` bytes.
  [[nodiscard]] std::optional<toml::table> parse(std::size_t limit = max_toml_bytes);

  void mistake(const toml::source_region& where, std::string message, std::string hint = {});

  [[nodiscard]] const Diagnostics& mistakes() const { return mistakes_; }

 private:
  void mistake(int line, int column, std::string message, std::string hint);

  std::string_view text_;
  std::string name_;
  Diagnostics mistakes_;
};

}  // namespace base
