// What a device can keep on chip: it decides how a chain may be cut.
#pragma once

#include <cstdint>

namespace machine {

struct Limits {
  constexpr explicit Limits(std::int64_t row) : persistent_row(row) {}
  std::int64_t persistent_row;  ///< elements of the longest row that may stay on chip
  bool operator==(const Limits&) const = default;
};

}  // namespace machine
