// Bytes at the three places where they are counted, whoever counts: a model, counters, or loops.
#pragma once

#include "base/units.hpp"

#include <optional>

namespace base {

/// Bytes that went up (read) and down (written) at one level of memory.
struct Moved {
  Bytes read, written;
  bool operator==(const Moved&) const = default;
  [[nodiscard]] Bytes both() const { return read + written; }
};

/// From the threads down. A level that nobody counted or modelled is absent.
struct Levels {
  std::optional<Moved> issued;  ///< what the threads asked for, before any cache answered
  std::optional<Moved> l2;      ///< what reached the L2: 32-byte sectors, with those it fetched for itself
  std::optional<Moved> dram;
  bool operator==(const Levels&) const = default;
};

}  // namespace base
