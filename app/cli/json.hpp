// What is not known stands as null, so that every key is there.
#pragma once

#include "base/units.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace cli {

template <class T>
[[nodiscard]] nlohmann::ordered_json or_null(const std::optional<T>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}
[[nodiscard]] inline nlohmann::ordered_json or_null(const std::optional<base::Bytes>& bytes) {
  return bytes ? nlohmann::ordered_json(bytes->value) : nlohmann::ordered_json(nullptr);
}
[[nodiscard]] inline nlohmann::ordered_json or_null(const std::string& text) {
  return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
}

}  // namespace cli
