// Pairs of braces in a text: {crossings.unfused}, {factor ratio.bytes}, {range measured.ratio.time}, {fact 3.35 TB/s;
// source ...}, {finding NAME}.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

/// One pair of braces in a text.
struct Slot {
  enum class Kind { value, fact, finding, flawed } kind = Kind::value;
  std::size_t offset = 0, length = 0;  ///< of the text, braces included
  std::string chain, name;             ///< value: the chain's name (may be empty) and the quantity's; finding: its name
  /// Of a value: of a ratio the number alone, "by a factor of 2.7"; or between what and what a measured one lies.
  enum class Shape { said, bare, range } shape = Shape::said;
  std::string fact, source;  ///< fact
  std::string flaw;          ///< flawed: what is wrong with it
};
[[nodiscard]] std::vector<Slot> slots(std::string_view text);

}  // namespace lesson
