// A figure as a sentence says it.
#pragma once

#include <string>
#include <string_view>

namespace lesson {

/// As show_value() has it, but a ratio in words and without zeros that say nothing: "2.7 times" for the "2.70x" of a
/// table. Near 1 they say how near: "1.00 times". One that is roughly known: "about 2.7 times".
[[nodiscard]] std::string said_value(std::string_view quantity, double value, bool rough = false);
/// The same without the word: "by a factor of 2.7".
[[nodiscard]] std::string bare_value(std::string_view quantity, double value, bool rough = false);
/// Between what and what it lies, rounded outwards to two digits: "1.8 to 2.5 times". `share` of it, to both sides.
[[nodiscard]] std::string range_value(std::string_view quantity, double value, double share);

}  // namespace lesson
