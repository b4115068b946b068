// The names that an enumeration's values have in files and on the command line: one table, read both ways.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace base {

/// In the order of the enumeration, whose last value is told: a name too few or too many does not compile.
template <class Enum, Enum last>
class Names {
 public:
  template <class... Text>
  consteval explicit Names(Text... names) : names_{names...} {
    static_assert(sizeof...(Text) == count);
  }

  [[nodiscard]] constexpr std::string_view operator[](Enum value) const {
    return names_[static_cast<std::size_t>(value)];
  }
  [[nodiscard]] constexpr std::optional<Enum> find(std::string_view name) const {
    for (std::size_t i = 0; i < count; ++i) {
      if (names_[i] == name) return static_cast<Enum>(i);
    }
    return std::nullopt;
  }

 private:
  static constexpr std::size_t count = static_cast<std::size_t>(last) + 1;
  std::array<std::string_view, count> names_;
};

}  // namespace base
