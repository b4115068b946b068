// The lock rule as a type: what an open task may ask is read with leave, and only the lock rule gives it.
#pragma once

namespace session {

/// Leave to read, for what the lock rule was asked about. It cannot be made anywhere else.
class Leave {
  Leave() = default;
  friend class LockRule;
};

}  // namespace session
