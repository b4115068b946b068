// Writes and reads TOML by the same descriptions as archive.hpp does JSON: fields(archive, value), and check(reader,
// value) for what fields make together. Every mistake is kept, at its place in the file.
#pragma once

#include "base/archive.hpp"
#include "base/escape.hpp"
#include "base/toml_file.hpp"
#include "base/units.hpp"
#include "base/words.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace base {

/// What a number may be; it is finite in any case.
enum class Sign { positive, not_negative };

/// Appends keys and their values; tables begin with a line of their name.
class TomlWriter {
 public:
  static constexpr bool reads = false;
  explicit TomlWriter(std::string& out) : out_(out) {}

  template <class T>
  void all(const T& value) {
    fields(*this, const_cast<T&>(value));  // reading and writing have one description
  }
  template <class T, class... Bounds>
  void unless(std::string_view key, const T& value, const std::type_identity_t<T>& usual, const Bounds&... bounds) {
    if (value != usual) (*this)(key, value, bounds...);
  }

  void operator()(std::string_view key, const std::string& value) { line(key, toml_string(value)); }
  void operator()(std::string_view key, const double& value, const auto&...) { line(key, exact_number(value)); }
  template <std::integral T>
  void operator()(std::string_view key, const T& value, const auto&...) {
    line(key, std::to_string(value));
  }
  template <class Enum, Enum last>
  void operator()(std::string_view key, const Enum& value, const Names<Enum, last>& names, const auto&...) {
    line(key, toml_string(names[value]));
  }
  template <Described T>
  void operator()(std::string_view key, const T& table, const auto&...) {
    head("[", key, "]");
    all(table);
  }
  template <Described T>
  void operator()(std::string_view key, const std::vector<T>& tables, const auto&...) {
    for (const T& table : tables) {
      head("[[", key, "]]");
      all(table);
    }
  }
  void operator()(std::string_view key, const std::map<std::string, double>& values, const auto&...) {
    if (!values.empty()) head("[", key, "]");
    for (const auto& [name, value] : values) line(toml_string(name), exact_number(value));
  }

 private:
  void line(std::string_view key, std::string_view value) { out_.append(key).append(" = ").append(value).append("\n"); }
  void head(std::string_view open, std::string_view key, std::string_view close) {
    out_.append("\n").append(open).append(key).append(close).append("\n");
  }

  std::string& out_;
};

/// Reads one table of a file that a person may have written.
class TomlReader {
 public:
  static constexpr bool reads = true;
  /// `where` is what a key that nobody asked for is said not to belong to, by the sentence `unknown`.
  TomlReader(const toml::table& table, TomlFile& file, std::string where, std::string_view unknown = "toml.unknown_key")
      : table_(table), file_(file), where_(std::move(where)), unknown_(unknown) {}

  template <class T>
  void all(T& value) {
    fields(*this, value);
    finish();
    if constexpr (requires { check(*this, value); }) check(*this, value);
  }
  /// Missing ones are a mistake; lists are not, and end up empty.
  template <class T, class... Bounds>
  void operator()(std::string_view key, T& value, const Bounds&... bounds) {
    if (const toml::node* node = find(key, true)) read(key, *node, value, bounds...);
  }
  template <class T, class... Bounds>
  void operator()(std::string_view key, std::vector<T>& values, const Bounds&... bounds) {
    if (const toml::node* node = find(key, false)) read(key, *node, values, bounds...);
  }
  template <class T, class... Bounds>
  void unless(std::string_view key, T& value, const std::type_identity_t<T>&, const Bounds&... bounds) {
    if (const toml::node* node = find(key, false)) read(key, *node, value, bounds...);
  }

  [[nodiscard]] bool has(std::string_view key) const { return table_.contains(key); }
  /// At the value of the key, or at the table if it has none.
  void wrong(std::string_view key, std::string sentence, std::string hint = {});
  void wrong_element(std::string_view key, std::size_t element, std::string sentence);

 private:
  /// Keeps that it was asked for.
  [[nodiscard]] const toml::node* find(std::string_view key, bool needed);
  void finish();

  void read(std::string_view key, const toml::node& node, std::string& value);
  void read(std::string_view key, const toml::node& node, bool& value);
  void read(std::string_view key, const toml::node& node, double& value, Sign sign);
  void read(std::string_view key, const toml::node& node, std::int64_t& value, std::int64_t least = 1,
            std::int64_t most = unbounded);
  void read(std::string_view key, const toml::node& node, int& value, std::int64_t least, std::int64_t most);
  void read(std::string_view key, const toml::node& node, std::vector<std::string>& values);
  /// `no_table` is the sentence where it is none.
  void read(std::string_view key, const toml::node& node, std::map<std::string, double>& values, Sign sign,
            const std::string& no_table);
  /// `flaw` is the sentence, by its key, of a text that is none of the names.
  template <class Enum, Enum last>
  void read(std::string_view key, const toml::node& node, Enum& value, const Names<Enum, last>& names,
            std::string_view flaw) {
    std::string text;
    read(key, node, text);
    if (const auto named = names.find(text))
      value = *named;
    else if (!text.empty())
      wrong(key, say(flaw));
  }
  template <Described T>
  void read(std::string_view key, const toml::node& node, T& value, const std::string& no_table) {
    if (const toml::table* table = node.as_table())
      TomlReader(*table, file_, "[" + std::string(key) + "]", unknown_).all(value);
    else
      file_.mistake(node.source(), no_table);
  }
  template <Described T>
  void read(std::string_view key, const toml::node& node, std::vector<T>& values) {
    for (const toml::table* table : tables(key, node)) {
      TomlReader(*table, file_, "[[" + std::string(key) + "]]", unknown_).all(values.emplace_back());
    }
  }
  [[nodiscard]] std::vector<const toml::table*> tables(std::string_view key, const toml::node& node);

  const toml::table& table_;
  TomlFile& file_;
  std::string where_;
  std::string_view unknown_;
  std::vector<std::string_view> known_ = {};
};

}  // namespace base
