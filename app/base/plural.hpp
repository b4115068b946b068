// Which whole numbers take a form of plural: "n % 10 = 2..4 and n % 100 != 12..14".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace base {

/// Forms beside the common one, in the order in which they are tried. Names and conditions are those of Unicode's CLDR
/// (Language Plural Rules), for whole numbers.
inline constexpr std::array<std::string_view, 5> plural_forms{"zero", "one", "two", "few", "many"};

class PluralCondition {
 public:
  /// Nothing if the text is none.
  [[nodiscard]] static std::optional<PluralCondition> parse(std::string_view text);
  [[nodiscard]] bool holds(std::uint64_t n) const;

 private:
  struct Relation {
    std::uint64_t modulus = 0;  ///< 0: n itself
    bool equal = true;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
    [[nodiscard]] bool holds(std::uint64_t n) const;
  };
  std::vector<std::vector<Relation>> any_;  ///< of these one, and of that all
};

}  // namespace base
