// Quantities by name and as they are shown.
#include "charts/frame/quantity.hpp"

#include "base/names.hpp"
#include "base/units.hpp"

#include <cmath>
#include <cstdint>

namespace charts {

std::string_view name(Quantity quantity) {
  static constexpr base::Names<Quantity, Quantity::all> names("crossings", "bytes", "time", "all");
  return names[quantity];
}

std::string plain_number(double value) {
  constexpr double whole_below = 9007199254740992.0;  // 2^53
  const bool whole = value == std::floor(value) && std::abs(value) < whole_below;
  return whole ? std::to_string(static_cast<std::int64_t>(value)) : base::exact_number(value);
}

std::string show(Quantity quantity, double value) {
  switch (quantity) {
    case Quantity::crossings:
      return value == std::floor(value) && value < 1e6 ? std::to_string(static_cast<int>(value))
                                                       : base::show_number(value);
    case Quantity::bytes:
      // Beyond int64 only a wild guess goes: said as a number.
      return value < 9e18 ? base::show(base::Bytes{static_cast<std::int64_t>(std::llround(value))})
                          : base::show_number(value) + " B";
    case Quantity::time:
    case Quantity::all:
      return base::show(base::Seconds{value});
  }
  return {};
}

std::string show_times(double ratio) {
  return base::show_number(ratio) + "x";
}

}  // namespace charts
