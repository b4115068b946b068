// Reads fields of a JSON object and keeps every mistake with its path.
#pragma once

#include "base/expected.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace record {

/// Where mistakes go: the file's name and all that is wrong in it.
struct Findings {
  std::string file;
  base::Diagnostics mistakes;
  void add(const std::string& path, const std::string& message);
};

/// One object of the file. Asking for a field that is missing or of another type is a finding; a default comes back.
class Fields {
 public:
  /// `json` must outlive it; if it is no object, that is a finding.
  Fields(const nlohmann::ordered_json& json, std::string path, Findings& findings);

  /// Without a finding: for fields that came with later versions.
  [[nodiscard]] bool has(std::string_view key) const;
  [[nodiscard]] std::string text(std::string_view key);
  [[nodiscard]] bool truth(std::string_view key);
  /// From 0 to `most`.
  [[nodiscard]] std::int64_t count(std::string_view key, std::int64_t most);
  [[nodiscard]] std::optional<std::int64_t> count_or_null(std::string_view key, std::int64_t most);
  [[nodiscard]] std::uint64_t bits(std::string_view key);
  /// Finite and at least 0.
  [[nodiscard]] double number(std::string_view key);
  /// At least 0, or "inf" or "nan".
  [[nodiscard]] double any_number(std::string_view key);
  [[nodiscard]] std::optional<Fields> object_or_null(std::string_view key);
  [[nodiscard]] Fields object(std::string_view key);
  /// Calls `each` with every element and its path.
  void array(std::string_view key, const std::function<void(const nlohmann::ordered_json&, const std::string&)>& each);

  /// A finding about one of its fields.
  void wrong(std::string_view key, const std::string& message);

 private:
  [[nodiscard]] const nlohmann::ordered_json* find(std::string_view key);
  [[nodiscard]] std::string path_of(std::string_view key) const;

  const nlohmann::ordered_json* json_;
  std::string path_;
  Findings* findings_;
};

}  // namespace record
