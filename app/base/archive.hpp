// Writes and reads the fields of a value by one description of them, so that both sides agree:
//
//   template <class A>
//   void fields(A& a, Card& card) {
//     a("name", card.name);
//     a("cards", card.cards, 1, 1024);
//   }
//
// What follows a field's name bounds what may be read, and names the values of an enumeration. The worker is built of
// this too: C++20.
#pragma once

#include "base/names.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "base/visible.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace base {

/// Where no other bound is told: of what is counted, and of a length.
inline constexpr std::int64_t most_counted = std::int64_t{1} << 60;
inline constexpr std::int64_t unbounded = std::numeric_limits<std::int64_t>::max();
inline constexpr double most_number = std::numeric_limits<double>::max();

/// A value with fields; texts, lists and maps are values themselves.
template <class T>
concept Described = std::is_class_v<T> && !requires {
  typename T::value_type;
};

/// A format of files that one flaw makes useless: it throws std::invalid_argument with the field's path.
struct Unforgiving {
  using Json = nlohmann::ordered_json;
  [[noreturn]] static void flaw(const std::string& path, std::string_view, std::optional<std::int64_t>) {
    throw std::invalid_argument(path);
  }
};

/// Fills a JSON object. `Format::Json` is its type: with its keys sorted, or in the order of the description.
template <class Format>
class ArchiveWriter {
 public:
  using Json = typename Format::Json;
  static constexpr bool reads = false;

  explicit ArchiveWriter(Json& object) : object_(object) { object_ = Json::object(); }

  template <class T, class... Bounds>
  void operator()(const char* key, const T& value, const Bounds&... bounds) {
    write(object_[key], value, bounds...);
  }
  /// Null where there is none.
  template <class T, class... Bounds>
  void nullable(const char* key, const std::optional<T>& value, const Bounds&... bounds) {
    Json& to = object_[key] = nullptr;
    if (value) write(to, *value, bounds...);
  }
  /// Not there where there is none.
  template <class T, class... Bounds>
  void optional(const char* key, const std::optional<T>& value, const Bounds&... bounds) {
    if (value) (*this)(key, *value, bounds...);
  }
  /// A value with all in it.
  template <class T>
  void all(const T& value) {
    fields(*this, const_cast<T&>(value));  // reading and writing have one description
  }
  /// Always there; files of before it was kept have none.
  template <class T, class... Bounds>
  void newer(const char* key, const T& value, const Bounds&... bounds) {
    (*this)(key, value, bounds...);
  }
  /// Not there where it is `usual`.
  template <class T, class... Bounds>
  void unless(const char* key, const T& value, const std::type_identity_t<T>& usual, const Bounds&... bounds) {
    if (value != usual) (*this)(key, value, bounds...);
  }

 private:
  template <std::integral T>
  void write(Json& to, const T& value, const auto&...) {
    to = value;
  }
  void write(Json& to, const std::string& value, const auto&...) { to = value; }
  /// JSON has no infinity and no NaN.
  void write(Json& to, const double& value, const auto&...) {
    if (std::isfinite(value))
      to = value;
    else
      to = std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
  }
  void write(Json& to, const Bytes& value) { to = value.value; }
  void write(Json& to, const Seconds& value) { to = value.value; }
  template <class Enum, Enum last>
  void write(Json& to, const Enum& value, const Names<Enum, last>& names, const auto&...) {
    to = names[value];
  }
  template <class T, class... Bounds>
  void write(Json& to, const std::vector<T>& values, const Bounds&...) {
    to = Json::array();
    for (const T& value : values) write(to.emplace_back(), value);
  }
  template <class T, std::size_t n>
  void write(Json& to, const std::array<T, n>& values, const auto&...) {
    to = values;
  }
  void write(Json& to, const std::set<std::string>& values, const auto&...) { to = values; }
  template <class T, class Compare>
  void write(Json& to, const std::map<std::string, T, Compare>& values, const auto&...) {
    to = Json::object();
    for (const auto& [key, value] : values) write(to[key], value);
  }
  template <class T>
  void write(Json& to, const std::map<std::int64_t, T>& values, const auto&...) {
    to = Json::object();
    for (const auto& [key, value] : values) write(to[std::to_string(key)], value);
  }
  template <Described T>
  void write(Json& to, const T& value) {
    ArchiveWriter(to).all(value);
  }

  Json& object_;
};

/// Reads a JSON object that anyone may have written. `Format::flaw(path, flaw, most)` is told of each field that is not
/// as described, by a word like "missing" or "no_text", and of whole numbers how large they may be. It throws, or keeps
/// it; then the value stays as it was. A `check(reader, value)` beside the description sees what fields make together.
/// A text is one line of visible letters unless its TextKind stands last among the bounds.
template <class Format>
class ArchiveReader {
 public:
  using Json = typename Format::Json;
  static constexpr bool reads = true;

  ArchiveReader(const Json& object, std::string path, Format& format)
      : object_(object), path_(std::move(path)), format_(format) {
    if (!object_.is_object()) format_.flaw(path_, "no_object", std::nullopt);
  }

  template <class T, class... Bounds>
  void operator()(const char* key, T& value, const Bounds&... bounds) {
    if (const Json* found = find(key)) read(*found, {key}, value, bounds...);
  }
  template <class T, class... Bounds>
  void nullable(const char* key, std::optional<T>& value, const Bounds&... bounds) {
    const Json* found = find(key);
    if (found != nullptr && !found->is_null()) read(*found, {key}, value.emplace(), bounds...);
  }
  template <class T, class... Bounds>
  void optional(const char* key, std::optional<T>& value, const Bounds&... bounds) {
    if (object_.contains(key)) (*this)(key, value.emplace(), bounds...);
  }
  template <class T, class... Bounds>
  void newer(const char* key, T& value, const Bounds&... bounds) {
    if (object_.contains(key)) (*this)(key, value, bounds...);
  }
  template <class T, class... Bounds>
  void unless(const char* key, T& value, const std::type_identity_t<T>&, const Bounds&... bounds) {
    if (object_.contains(key)) (*this)(key, value, bounds...);
  }

  /// A value with all in it, checked.
  template <class T>
  void all(T& value) {
    if (!object_.is_object()) return;  // said already
    fields(*this, value);
    if constexpr (requires { check(*this, value); }) check(*this, value);
  }
  [[nodiscard]] bool has(const char* key) const { return object_.contains(key); }
  void flaw(std::string_view key, std::string_view flaw) { format_.flaw(path_of(key), flaw, std::nullopt); }
  /// A flaw of one field in a sentence of its own; only where the format keeps sentences.
  void wrong(std::string_view key, const std::string& sentence) { format_.add(path_of(key), sentence); }
  /// Finds a whole number too large that another field bounds.
  void at_most(std::string_view key, std::int64_t value, std::int64_t most) {
    if (value > most) format_.flaw(path_of(key), "out_of_range", most);
  }

 private:
  /// A field, or an element of it.
  struct Spot {
    std::string_view key;
    std::optional<std::size_t> index = {};
  };

  [[nodiscard]] std::string path_of(const Spot& spot) const {
    std::string path = path_;
    path.append(".").append(spot.key);
    if (spot.index) path.append("[").append(std::to_string(*spot.index)).append("]");
    return path;
  }
  [[nodiscard]] std::string path_of(std::string_view key) const { return path_of(Spot{key}); }
  void fail(const Spot& spot, std::string_view flaw, std::optional<std::int64_t> most = std::nullopt) const {
    format_.flaw(path_of(spot), flaw, most);
  }
  [[nodiscard]] const Json* find(const char* key) const {
    if (!object_.is_object()) return nullptr;  // said already
    const auto found = object_.find(key);
    if (found != object_.end()) return &*found;
    fail({key}, "missing");
    return nullptr;
  }

  void read(const Json& found, const Spot& spot, bool& value) {
    if (!found.is_boolean()) return fail(spot, "no_flag");
    value = found.template get<bool>();
  }
  void read(const Json& found, const Spot& spot, std::string& value, std::int64_t longest = unbounded,
            TextKind kind = TextKind::line) {
    if (!found.is_string()) return fail(spot, "no_text");
    const auto& text = found.template get_ref<const std::string&>();
    if (static_cast<std::int64_t>(text.size()) > longest) return fail(spot, "long_text");
    value = visible(text, kind);
  }
  void read(const Json& found, const Spot& spot, std::string& value, TextKind kind) {
    read(found, spot, value, unbounded, kind);
  }
  /// All its bits may be in use.
  void read(const Json& found, const Spot& spot, std::uint64_t& value) {
    if (!found.is_number_unsigned()) return fail(spot, "no_count");
    value = found.template get<std::uint64_t>();
  }
  template <std::signed_integral T>
  void read(const Json& found, const Spot& spot, T& value, std::int64_t least = 0,
            std::int64_t most = std::min<std::int64_t>(most_counted, std::numeric_limits<T>::max())) {
    if (!found.is_number_integer()) return fail(spot, "no_whole", most);
    const bool beyond =
        found.is_number_unsigned() && found.template get<std::uint64_t>() > static_cast<std::uint64_t>(unbounded);
    const auto number = found.template get<std::int64_t>();
    if (beyond || number < least || number > most) return fail(spot, "out_of_range", most);
    value = static_cast<T>(number);
  }
  /// Infinite and not-a-number values only where the bounds are infinite.
  void read(const Json& found, const Spot& spot, double& value, double least = 0, double most = most_number,
            std::string_view flaw = "no_number") {
    if (std::isinf(most) && (found == "nan" || found == "inf" || found == "-inf")) {
      value = found == "nan" ? std::numeric_limits<double>::quiet_NaN() : found == "inf" ? INFINITY : -INFINITY;
      return;
    }
    if (!found.is_number()) return fail(spot, flaw);
    const auto number = found.template get<double>();
    if (!(number >= least && number <= most)) return fail(spot, flaw == "no_number" ? "out_of_range" : flaw);
    value = number;
  }
  void read(const Json& found, const Spot& spot, Bytes& value) { read(found, spot, value.value); }
  void read(const Json& found, const Spot& spot, Seconds& value) { read(found, spot, value.value); }
  template <class Enum, Enum last>
  void read(const Json& found, const Spot& spot, Enum& value, const Names<Enum, last>& names,
            std::string_view flaw = "no_choice") {
    if (!found.is_string()) return fail(spot, "no_text");
    const auto named = names.find(found.template get_ref<const std::string&>());
    if (!named) return fail(spot, flaw);
    value = *named;
  }
  template <class T, class... Bounds>
  void read(const Json& found, const Spot& spot, std::vector<T>& values, std::int64_t most = unbounded,
            const Bounds&... bounds) {
    if (!found.is_array()) return fail(spot, "no_list");
    if (static_cast<std::int64_t>(found.size()) > most) return fail(spot, "long_list");
    values.resize(found.size());
    for (std::size_t i = 0; i < found.size(); ++i) read(found[i], {spot.key, i}, values[i], bounds...);
  }
  void read(const Json& found, const Spot& spot, std::set<std::string>& values, std::int64_t most = unbounded) {
    std::vector<std::string> list;
    read(found, spot, list, most);
    values = {list.begin(), list.end()};
  }
  template <class T, std::size_t n, class... Bounds>
  void read(const Json& found, const Spot& spot, std::array<T, n>& values, const Bounds&... bounds) {
    if (!found.is_array() || found.size() != n) return fail(spot, found.is_array() ? "no_three" : "no_list");
    for (std::size_t i = 0; i < n; ++i) read(found[i], spot, values[i], bounds...);
  }
  template <class T, class Compare, class... Bounds>
  void read(const Json& found, const Spot& spot, std::map<std::string, T, Compare>& values, const Bounds&... bounds) {
    ArchiveReader inner(found, path_of(spot), format_);
    if (!found.is_object()) return;
    for (const auto& [key, element] : found.items()) inner.read(element, {key}, values[visible(key)], bounds...);
  }
  template <class T, class... Bounds>
  void read(const Json& found, const Spot& spot, std::map<std::int64_t, T>& values, const Bounds&... bounds) {
    std::map<std::string, T> named;
    read(found, spot, named, bounds...);
    for (const auto& [key, value] : named) {
      const auto number = to_integer(key);
      if (!number) return fail(spot, "no_whole");
      values[*number] = value;
    }
  }
  template <Described T>
  void read(const Json& found, const Spot& spot, T& value) {
    ArchiveReader(found, path_of(spot), format_).all(value);
  }

  const Json& object_;
  std::string path_;
  Format& format_;
};

}  // namespace base
