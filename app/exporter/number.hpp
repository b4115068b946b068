// Coordinates as text.
#pragma once

#include <string>

namespace exporter {

/// At most three decimals, no trailing zeros, never "-0".
[[nodiscard]] std::string coordinate(double value);

}  // namespace exporter
