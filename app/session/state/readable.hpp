// The lock rule as a type: what an open task may ask is read with leave, and only the lock rule gives it.
#pragma once

#include <utility>

namespace session {

/// Leave to read, for what the lock rule was asked about. It cannot be made anywhere else.
class Leave {
  Leave() = default;
  friend class LockRule;
};

/// A value that an open task may ask, or that its answer could be read from.
template <class T>
class Readable {
 public:
  Readable() = default;
  explicit Readable(T value) : value_(std::move(value)) {}
  void put(T value) { value_ = std::move(value); }
  [[nodiscard]] const T& with(Leave) const { return value_; }

 private:
  T value_{};
};

}  // namespace session
