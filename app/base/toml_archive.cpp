// The kinds of value a file has, and the sentence where one is of another kind.
#include "base/toml_archive.hpp"

#include "base/text.hpp"
#include "base/visible.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace base {

const toml::node* TomlReader::find(std::string_view key, bool needed) {
  known_.push_back(key);
  const toml::node* node = table_.get(key);
  if (node == nullptr && needed) file_.mistake(table_.source(), say("toml.missing", {{"key", key}}));
  return node;
}

/// Names what does not belong there: a misspelt key is a value that would be missing in silence.
void TomlReader::finish() {
  for (const auto& [key, node] : table_) {
    if (std::ranges::find(known_, key.str()) != known_.end()) continue;
    const auto near = nearest(key.str(), known_);
    file_.mistake(key.source(), say(unknown_, {{"key", key.str()}, {"where", where_}}),
                  near ? say("toml.did_you_mean", {{"name", *near}}) : std::string());
  }
}

void TomlReader::wrong(std::string_view key, std::string sentence, std::string hint) {
  const toml::node* node = table_.get(key);
  file_.mistake(node == nullptr ? table_.source() : node->source(), std::move(sentence), std::move(hint));
}

void TomlReader::wrong_element(std::string_view key, std::size_t element, std::string sentence) {
  file_.mistake(table_.get(key)->as_array()->get(element)->source(), std::move(sentence));
}

void TomlReader::read(std::string_view key, const toml::node& node, std::string& value) {
  value = visible(node.value_exact<std::string>().value_or(""));
  if (value.empty()) file_.mistake(node.source(), say("toml.not_text", {{"key", key}}));
}

void TomlReader::read(std::string_view key, const toml::node& node, bool& value) {
  const auto read = node.value_exact<bool>();
  if (!read) file_.mistake(node.source(), say("toml.not_flag", {{"key", key}}));
  value = read.value_or(value);
}

/// Integers are numbers too.
void TomlReader::read(std::string_view key, const toml::node& node, double& value, Sign sign) {
  const auto read = node.is_number() ? node.value<double>() : std::nullopt;
  if (read && std::isfinite(*read) && (*read > 0 || (*read == 0 && sign == Sign::not_negative))) {
    value = *read;
    return;
  }
  file_.mistake(node.source(),
                say(sign == Sign::positive ? "toml.not_above" : "toml.not_at_least", {{"key", key}, {"least", "0"}}));
}

void TomlReader::read(std::string_view key, const toml::node& node, std::int64_t& value, std::int64_t least,
                      std::int64_t most) {
  const auto read = node.value_exact<std::int64_t>();
  if (read && *read >= least && *read <= most) {
    value = *read;
    return;
  }
  file_.mistake(
      node.source(),
      most == unbounded
          ? say("toml.not_whole", {{"key", key}, {"least", std::to_string(least)}})
          : say("toml.not_whole_to", {{"key", key}, {"least", std::to_string(least)}, {"most", std::to_string(most)}}));
}

void TomlReader::read(std::string_view key, const toml::node& node, int& value, std::int64_t least, std::int64_t most) {
  std::int64_t wide = value;
  read(key, node, wide, least, most);
  value = static_cast<int>(wide);
}

void TomlReader::read(std::string_view key, const toml::node& node, std::vector<std::string>& values) {
  const toml::array* array = node.as_array();
  if (array == nullptr) return file_.mistake(node.source(), say("toml.not_texts", {{"key", key}}));
  for (const toml::node& element : *array) {
    const std::string& text = values.emplace_back(visible(element.value_exact<std::string>().value_or("")));
    if (text.empty()) file_.mistake(element.source(), say("toml.not_texts", {{"key", key}}));
  }
}

void TomlReader::read(std::string_view, const toml::node& node, std::map<std::string, double>& values, Sign sign,
                      const std::string& no_table) {
  const toml::table* table = node.as_table();
  if (table == nullptr) return file_.mistake(node.source(), no_table);
  for (const auto& [key, element] : *table) read(key.str(), element, values[visible(key.str())], sign);
}

std::vector<const toml::table*> TomlReader::tables(std::string_view key, const toml::node& node) {
  const toml::array* array = node.as_array();
  if (array == nullptr || !array->is_homogeneous<toml::table>()) {
    file_.mistake(node.source(), say("toml.not_tables", {{"key", key}}));
    return {};
  }
  std::vector<const toml::table*> found;
  for (const toml::node& element : *array) found.push_back(element.as_table());
  return found;
}

}  // namespace base
