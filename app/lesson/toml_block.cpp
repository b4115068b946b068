// TOML with limits and with places.
#include "lesson/toml_block.hpp"

#include "base/text.hpp"
#include "base/toml_flaw.hpp"
#include "base/words.hpp"

#include <algorithm>

namespace lesson {
namespace {

std::string_view type_name(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::none:
      return base::text("lesson.toml.type.none");
    case toml::node_type::table:
      return base::text("lesson.toml.type.table");
    case toml::node_type::array:
      return base::text("lesson.toml.type.list");
    case toml::node_type::string:
      return base::text("lesson.toml.type.text");
    case toml::node_type::integer:
      return base::text("lesson.toml.type.whole");
    case toml::node_type::floating_point:
      return base::text("lesson.toml.type.number");
    case toml::node_type::boolean:
      return base::text("lesson.toml.type.flag");
    case toml::node_type::date:
    case toml::node_type::time:
    case toml::node_type::date_time:
      return base::text("lesson.toml.type.time");
  }
  return base::text("lesson.toml.type.other");
}

}  // namespace

std::optional<toml::table> parse_toml(std::string_view text, int first_line, Findings& findings) {
  const auto place = [&](int line, int column) { return Place{first_line + line - 1, column, 1}; };
  if (const auto flaw = base::toml_flaw(text)) {
    findings.add(place(flaw->line, flaw->column), flaw->message, flaw->hint);
    return std::nullopt;
  }
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    const auto& at = error.source().begin;
    findings.add(place(std::max(1, static_cast<int>(at.line)), std::max(1, static_cast<int>(at.column))),
                 std::string(error.description()), base::say("lesson.toml.form"));
    return std::nullopt;
  }
}

TomlReader::TomlReader(const toml::table& table, std::string_view text, int first_line, std::string_view owner,
                       Place own_place, Findings& findings)
    : table_(&table),
      text_(text),
      first_line_(first_line),
      owner_(owner),
      own_place_(own_place),
      findings_(&findings) {}

Place TomlReader::place_in_block(const toml::source_region& region, int length) const {
  const auto line = std::max<std::uint32_t>(1, region.begin.line);
  const auto column = std::max<std::uint32_t>(1, region.begin.column);
  return {first_line_ + static_cast<int>(line) - 1, static_cast<int>(column), length};
}

const toml::node* TomlReader::element_of(std::string_view key, std::optional<std::size_t> element) const {
  const toml::node* node = table_->get(key);
  const toml::array* list = node == nullptr ? nullptr : node->as_array();
  return list != nullptr && element && *element < list->size() ? list->get(*element) : node;
}

Place TomlReader::place_of(std::string_view key, std::optional<std::size_t> element) const {
  const toml::node* node = element_of(key, element);
  if (node == nullptr) return own_place_;
  const auto& region = node->source();
  const bool one_line = region.begin.line == region.end.line && region.end.column > region.begin.column;
  return place_in_block(region, one_line ? static_cast<int>(region.end.column - region.begin.column) : 1);
}

Place TomlReader::place_of_part(std::string_view key, std::optional<std::size_t> element, std::string_view part) const {
  const Place whole = place_of(key, element);
  const toml::node* node = element_of(key, element);
  if (node == nullptr) return whole;
  // toml++ gives lines and columns; the part is looked for from the value's first line on.
  std::size_t offset = 0;
  for (std::uint32_t line = 1; line < node->source().begin.line && offset < text_.size(); ++line) {
    offset = std::min(text_.find('\n', offset), text_.size() - 1) + 1;
  }
  const std::size_t found = text_.find(part, offset);
  if (found == std::string_view::npos) return whole;
  const std::string_view before = text_.substr(0, found);
  const std::size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return {first_line_ + static_cast<int>(std::count(before.begin(), before.end(), '\n')),
          1 + static_cast<int>(base::count_characters(before.substr(start))),
          static_cast<int>(base::count_characters(part))};
}

const toml::node* TomlReader::take(std::string_view key) {
  known_.push_back(key);
  return table_->get(key);
}

void TomlReader::wrong_type(std::string_view key, std::string_view wanted, const toml::node& node) {
  const std::string_view type = base::text("lesson.toml.type." + std::string(wanted));
  findings_->add(place_of(key),
                 base::say("lesson.toml.wrong_type", {{"key", key}, {"wanted", type}, {"type", type_name(node)}}),
                 wanted == "text" ? base::say("lesson.toml.quote") : "");
}

std::optional<std::string> TomlReader::string(std::string_view key, base::TextKind kind) {
  const toml::node* node = take(key);
  if (node == nullptr) return std::nullopt;
  if (const auto* value = node->as_string()) return base::visible(value->get(), kind);
  wrong_type(key, "text", *node);
  return std::nullopt;
}

std::optional<std::int64_t> TomlReader::whole(std::string_view key) {
  const toml::node* node = take(key);
  if (node == nullptr) return std::nullopt;
  if (const auto* value = node->as_integer()) return value->get();
  wrong_type(key, "whole", *node);
  return std::nullopt;
}

std::optional<double> TomlReader::number(std::string_view key) {
  const toml::node* node = take(key);
  if (node == nullptr) return std::nullopt;
  if (const auto value = node->is_number() ? node->value<double>() : std::nullopt) return value;
  wrong_type(key, "number", *node);
  return std::nullopt;
}

std::optional<bool> TomlReader::boolean(std::string_view key) {
  const toml::node* node = take(key);
  if (node == nullptr) return std::nullopt;
  if (const auto value = node->value_exact<bool>()) return value;
  wrong_type(key, "flag", *node);
  return std::nullopt;
}

std::vector<std::string> TomlReader::strings(std::string_view key) {
  const toml::node* node = take(key);
  if (node == nullptr) return {};
  std::vector<std::string> found;
  const toml::array* list = node->as_array();
  if (list == nullptr) {
    wrong_type(key, "texts", *node);
    return {};
  }
  for (const toml::node& element : *list) {
    if (const auto* value = element.as_string()) {
      found.push_back(base::visible(value->get()));
    } else {
      findings_->add(place_in_block(element.source(), 1),
                     base::say("lesson.toml.no_text", {{"key", key}, {"type", type_name(element)}}),
                     base::say("lesson.toml.quote"));
    }
  }
  return found;
}

bool TomlReader::holds_tables(std::string_view key) const {
  const toml::array* list = table_->get_as<toml::array>(key);
  return list != nullptr && !list->empty() && list->front().is_table();
}

std::vector<TomlReader> TomlReader::tables(std::string_view key) {
  const toml::node* node = take(key);
  if (node == nullptr) return {};
  std::vector<TomlReader> found;
  if (const toml::array* list = node->as_array()) {
    for (const toml::node& element : *list) {
      const toml::table* table = element.as_table();
      if (table == nullptr) {
        findings_->tell(place_in_block(element.source(), 1), "lesson.toml.no_table",
                        {{"key", key}, {"type", type_name(element)}});
      } else {
        found.emplace_back(*table, text_, first_line_, key, place_in_block(table->source(), 1), *findings_);
      }
    }
  } else {
    findings_->tell(place_of(key), "lesson.toml.no_tables", {{"key", key}, {"type", type_name(*node)}});
  }
  return found;
}

std::string_view TomlReader::owner() const {
  return base::text("lesson.toml.owner." + owner_);
}

void TomlReader::missing(std::string_view key, base::Fillings values) {
  findings_->add(own_place_, base::say("lesson.toml.missing", {{"owner", owner()}, {"key", key}}),
                 base::say("lesson.toml.missing." + owner_ + "." + std::string(key), values));
}

void TomlReader::finish() {
  for (const auto& [key, node] : *table_) {
    if (std::find(known_.begin(), known_.end(), key.str()) != known_.end()) continue;
    const auto& region = key.source();
    findings_->add(place_in_block(region, static_cast<int>(base::count_characters(key.str()))),
                   base::say("lesson.toml.unknown", {{"owner", owner()}, {"key", key.str()}}),
                   did_you_mean(key.str(), known_, base::say("lesson.toml.unknown.hint", {{"keys", listed(known_)}})));
  }
}

}  // namespace lesson
