// Typed access to JSON fields; the sentences about what is wrong with them.
#include "record/fields.hpp"

#include "base/words.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace record {

using nlohmann::ordered_json;

void Findings::add(const std::string& path, const std::string& message) {
  base::Diagnostic mistake;
  mistake.file = file;
  mistake.message = path + ": " + message;
  mistakes.push_back(std::move(mistake));
}

Fields::Fields(const ordered_json& json, std::string path, Findings& findings)
    : json_(&json), path_(std::move(path)), findings_(&findings) {
  if (!json.is_object()) findings.add(path_, base::say("record.field.object"));
}

std::string Fields::path_of(std::string_view key) const {
  return fmt::format("{}.{}", path_, key);
}

void Fields::wrong(std::string_view key, const std::string& message) {
  findings_->add(path_of(key), message);
}

const ordered_json* Fields::find(std::string_view key) {
  if (!json_->is_object()) return nullptr;  // said already
  const auto found = json_->find(std::string(key));
  if (found != json_->end()) return &*found;
  wrong(key, base::say("record.field.missing"));
  return nullptr;
}

bool Fields::has(std::string_view key) const {
  return json_->is_object() && json_->contains(std::string(key));
}

std::string Fields::text(std::string_view key) {
  const ordered_json* json = find(key);
  if (json == nullptr) return {};
  if (json->is_string()) return json->get<std::string>();
  wrong(key, base::say("record.field.text"));
  return {};
}

bool Fields::truth(std::string_view key) {
  const ordered_json* json = find(key);
  if (json == nullptr) return false;
  if (json->is_boolean()) return json->get<bool>();
  wrong(key, base::say("record.field.truth"));
  return false;
}

std::uint64_t Fields::bits(std::string_view key) {
  const ordered_json* json = find(key);
  if (json == nullptr) return 0;
  if (json->is_number_unsigned()) return json->get<std::uint64_t>();
  wrong(key, base::say("record.field.whole"));
  return 0;
}

std::int64_t Fields::count(std::string_view key, std::int64_t most) {
  const ordered_json* json = find(key);
  if (json == nullptr) return 0;
  if (json->is_number_unsigned() && json->get<std::uint64_t>() <= static_cast<std::uint64_t>(most)) {
    return json->get<std::int64_t>();
  }
  wrong(key, base::say("record.field.whole_to", {{"most", std::to_string(most)}}));
  return 0;
}

std::optional<std::int64_t> Fields::count_or_null(std::string_view key, std::int64_t most) {
  const ordered_json* json = find(key);
  if (json == nullptr || json->is_null()) return std::nullopt;
  return count(key, most);
}

double Fields::number(std::string_view key) {
  const ordered_json* json = find(key);
  if (json == nullptr) return 0;
  if (json->is_number() && std::isfinite(json->get<double>()) && json->get<double>() >= 0) return json->get<double>();
  wrong(key, base::say("record.field.number"));
  return 0;
}

double Fields::any_number(std::string_view key) {
  const ordered_json* json = find(key);
  if (json == nullptr) return 0;
  if (*json == "inf") return std::numeric_limits<double>::infinity();
  if (*json == "nan") return std::numeric_limits<double>::quiet_NaN();
  return number(key);
}

std::optional<Fields> Fields::object_or_null(std::string_view key) {
  const ordered_json* json = find(key);
  if (json == nullptr || json->is_null()) return std::nullopt;
  return Fields(*json, path_of(key), *findings_);
}

Fields Fields::object(std::string_view key) {
  static const ordered_json nothing = ordered_json::object();
  const ordered_json* json = find(key);
  return {json == nullptr ? nothing : *json, path_of(key), *findings_};
}

void Fields::array(std::string_view key, const std::function<void(const ordered_json&, const std::string&)>& each) {
  const ordered_json* json = find(key);
  if (json == nullptr) return;
  if (!json->is_array()) return wrong(key, base::say("record.field.list"));
  for (std::size_t i = 0; i < json->size(); ++i) each((*json)[i], fmt::format("{}[{}]", path_of(key), i));
}

}  // namespace record
