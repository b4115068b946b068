// A ratio as a sentence says it: "2.7 times", "2 times".
#pragma once

#include <string>

namespace base {

/// Three digits without trailing zeros, since a sentence says "2", not "2.00"; near 1 they stay: there they tell how
/// well it is known.
[[nodiscard]] std::string show_factor(double ratio);
/// "about 2.0": of a ratio that is not known to three digits.
[[nodiscard]] std::string show_rough_factor(double ratio);

}  // namespace base
