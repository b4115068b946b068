// A block of TOML inside a lesson: looked at before toml++ sees it, then read key by key with places.
#pragma once

#include "base/visible.hpp"
#include "lesson/findings.hpp"

#include <toml++/toml.h>

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

/// Reads one table of a block: each key is asked for once; finish() names those nobody asked for.
class TomlReader {
 public:
  /// `text` is the whole block and begins at line `first_line`; `owner` is "task", as lesson.toml.owner. names it,
  /// and stands at `own_place`.
  TomlReader(const toml::table& table, std::string_view text, int first_line, std::string_view owner, Place own_place,
             Findings& findings);

  /// Visible, and one line unless it is prose.
  [[nodiscard]] std::optional<std::string> string(std::string_view key, base::TextKind kind = base::TextKind::line);
  [[nodiscard]] std::optional<std::int64_t> whole(std::string_view key);
  [[nodiscard]] std::optional<double> number(std::string_view key);
  [[nodiscard]] std::optional<bool> boolean(std::string_view key);
  [[nodiscard]] std::vector<std::string> strings(std::string_view key);
  /// The tables of [[key]], each an owner of that name.
  [[nodiscard]] std::vector<TomlReader> tables(std::string_view key);

  [[nodiscard]] bool has(std::string_view key) const { return table_->contains(key); }
  /// Whether a key has a list that begins with a table.
  [[nodiscard]] bool holds_tables(std::string_view key) const;
  /// Says that a key is missing; the hint is lesson.toml.missing.OWNER.KEY.
  void missing(std::string_view key, base::Fillings values = {});
  /// The place of a key's value (or of one element of its list), or of the table when it has none.
  [[nodiscard]] Place place_of(std::string_view key, std::optional<std::size_t> element = {}) const;
  /// The place of `part` (a name in braces, say) inside a key's value; the value's own when it is not found.
  [[nodiscard]] Place place_of_part(std::string_view key, std::optional<std::size_t> element,
                                    std::string_view part) const;
  void finish();

 private:
  [[nodiscard]] const toml::node* take(std::string_view key);
  [[nodiscard]] const toml::node* element_of(std::string_view key, std::optional<std::size_t> element) const;
  [[nodiscard]] Place place_in_block(const toml::source_region& region, int length) const;
  [[nodiscard]] std::string_view owner() const;
  void wrong_type(std::string_view key, std::string_view wanted, const toml::node& node);

  const toml::table* table_;
  std::string_view text_;
  int first_line_;
  std::string owner_;  ///< "task"
  Place own_place_;
  Findings* findings_;
  std::vector<std::string_view> known_;
};

/// The block as a table; nothing after one mistake, which is in `findings` at the lesson's line.
[[nodiscard]] std::optional<toml::table> parse_toml(std::string_view text, int first_line, Findings& findings);

}  // namespace lesson
