// Writes and reads the fields of a message by one description of them, so that both sides agree.
#pragma once

#include "wire/base64.hpp"
#include "wire/messages.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace wire {

using Json = nlohmann::json;

/// Names of an enumeration in its order; specialised for each.
template <class Enum>
struct Names;

/// Fills a JSON object.
class Writer {
 public:
  explicit Writer(Json& object) : object_(object) { object_ = Json::object(); }

  template <class T>
  void integer(const char* key, const T& value, std::int64_t, std::int64_t) {
    object_[key] = value;
  }
  void bits(const char* key, const std::uint64_t& value) { object_[key] = value; }
  void flag(const char* key, const bool& value) { object_[key] = value; }
  void text(const char* key, const std::string& value, std::int64_t) { object_[key] = value; }
  void blob(const char* key, const std::string& value, std::int64_t) { object_[key] = to_base64(value); }
  void number(const char* key, const double& value, double, double) {
    if (std::isfinite(value))
      object_[key] = value;
    else
      object_[key] = std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
  }
  template <class Enum>
  void choice(const char* key, const Enum& value) {
    object_[key] = Names<Enum>::names[static_cast<std::size_t>(value)];
  }
  template <class T>
  void object(const char* key, const T& value) {
    Writer inner(object_[key]);
    fields(inner, const_cast<T&>(value));
  }
  template <class T>
  void optional(const char* key, const std::optional<T>& value) {
    if (value) object(key, *value);
  }
  template <class T>
  void list(const char* key, const std::vector<T>& values, std::int64_t) {
    Json& array = object_[key] = Json::array();
    for (const T& value : values) {
      Writer inner(array.emplace_back());
      fields(inner, const_cast<T&>(value));
    }
  }
  void texts(const char* key, const std::vector<std::string>& values, std::int64_t, std::int64_t) {
    object_[key] = values;
  }
  void triple(const char* key, const std::array<std::int64_t, 3>& values, std::int64_t) { object_[key] = values; }
  /// first, count, first, count: there may be thousands, and as objects they cost more than what they ask for.
  void spans(const char* key, const std::vector<Span>& values, std::int64_t) {
    Json& array = object_[key] = Json::array();
    for (const Span& span : values) {
      array.push_back(span.first);
      array.push_back(span.count);
    }
  }

 private:
  Json& object_;
};

/// Reads a JSON object that anyone may have written. Throws WireError with the field's path.
class Reader {
 public:
  Reader(const Json& object, std::string path) : object_(object), path_(std::move(path)) {
    if (!object_.is_object()) fail("", "no_object");
  }

  template <class T>
  void integer(const char* key, T& value, std::int64_t least, std::int64_t most) {
    value = static_cast<T>(whole(at(key), key, least, most));
  }
  void bits(const char* key, std::uint64_t& value) {
    const Json& found = at(key);
    if (!found.is_number_unsigned() && !(found.is_number_integer() && found.get<std::int64_t>() >= 0))
      fail(key, "no_count");
    value = found.get<std::uint64_t>();
  }
  void flag(const char* key, bool& value) {
    const Json& found = at(key);
    if (!found.is_boolean()) fail(key, "no_flag");
    value = found.get<bool>();
  }
  void text(const char* key, std::string& value, std::int64_t most) { value = string(at(key), key, most); }
  void blob(const char* key, std::string& value, std::int64_t most) {
    std::optional<std::string> bytes = from_base64(string(at(key), key, most / 3 * 4 + 4));
    if (!bytes) fail(key, "no_base64");
    value = std::move(*bytes);
  }
  /// Infinite and not-a-number values only where the bounds are infinite.
  void number(const char* key, double& value, double least, double most) {
    const Json& found = at(key);
    if (found.is_string() && std::isinf(most)) {
      const std::string& name = found.get_ref<const std::string&>();
      if (name == "nan")
        value = std::numeric_limits<double>::quiet_NaN();
      else if (name == "inf" || name == "-inf")
        value = name == "inf" ? INFINITY : -INFINITY;
      else
        fail(key, "no_number");
      return;
    }
    if (!found.is_number()) fail(key, "no_number");
    value = found.get<double>();
    if (!(value >= least && value <= most)) fail(key, "out_of_range");
  }
  template <class Enum>
  void choice(const char* key, Enum& value) {
    const std::string name = string(at(key), key, Limit::name);
    for (std::size_t i = 0; i < std::size(Names<Enum>::names); ++i) {
      if (name != Names<Enum>::names[i]) continue;
      value = static_cast<Enum>(i);
      return;
    }
    fail(key, "no_choice");
  }
  template <class T>
  void object(const char* key, T& value) {
    Reader inner(at(key), path_ + "." + key);
    fields(inner, value);
  }
  template <class T>
  void optional(const char* key, std::optional<T>& value) {
    if (object_.contains(key)) object(key, value.emplace());
  }
  template <class T>
  void list(const char* key, std::vector<T>& values, std::int64_t most) {
    const Json& found = array(key, most);
    values.reserve(found.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      Reader inner(found[i], path_ + "." + key + "[" + std::to_string(i) + "]");
      fields(inner, values.emplace_back());
    }
  }
  void texts(const char* key, std::vector<std::string>& values, std::int64_t most, std::int64_t longest) {
    for (const Json& one : array(key, most)) values.push_back(string(one, key, longest));
  }
  void triple(const char* key, std::array<std::int64_t, 3>& values, std::int64_t most) {
    const Json& found = array(key, 3);
    if (found.size() != 3) fail(key, "no_three");
    for (std::size_t i = 0; i < 3; ++i) values[i] = whole(found[i], key, 1, most);
  }
  void spans(const char* key, std::vector<Span>& values, std::int64_t most) {
    const Json& found = array(key, 2 * most);
    if (found.size() % 2 != 0) fail(key, "no_pairs");
    values.reserve(found.size() / 2);
    for (std::size_t i = 0; i < found.size(); i += 2) {
      values.push_back({whole(found[i], key, 0, Limit::bytes), whole(found[i + 1], key, 1, Limit::elements)});
    }
  }

 private:
  [[noreturn]] void fail(const std::string& key, const std::string& flaw) const {
    refuse(key.empty() ? path_ : path_ + "." + key, flaw);
  }
  [[nodiscard]] const Json& at(const char* key) const {
    const auto found = object_.find(key);
    if (found == object_.end()) fail(key, "missing");
    return *found;
  }
  [[nodiscard]] const Json& array(const char* key, std::int64_t most) const {
    const Json& found = at(key);
    if (!found.is_array()) fail(key, "no_list");
    if (static_cast<std::int64_t>(found.size()) > most) fail(key, "long_list");
    return found;
  }
  [[nodiscard]] std::int64_t whole(const Json& found, const char* key, std::int64_t least, std::int64_t most) const {
    if (!found.is_number_integer()) fail(key, "no_whole");
    if (found.is_number_unsigned() && found.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX))
      fail(key, "out_of_range");
    const auto value = found.get<std::int64_t>();
    if (value < least || value > most) fail(key, "out_of_range");
    return value;
  }
  [[nodiscard]] std::string string(const Json& found, const char* key, std::int64_t most) const {
    if (!found.is_string()) fail(key, "no_text");
    const std::string& value = found.get_ref<const std::string&>();
    if (static_cast<std::int64_t>(value.size()) > most) fail(key, "long_text");
    return value;
  }

  const Json& object_;
  std::string path_;
};

}  // namespace wire
