// A text with places to fill: "$name$".
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace codegen {

using Fillings = std::vector<std::pair<std::string_view, std::string>>;

/// A text that stands alone on its line and is empty takes the line with it; one of several lines is indented as its
/// place is.
[[nodiscard]] std::string fill(std::string_view text, const Fillings& fillings);

}  // namespace codegen
