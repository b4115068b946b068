// What came over the connection is not what was agreed.
#pragma once

#include "base/error.hpp"

namespace wire {

/// A foreign, torn, oversized or malformed frame, or a field out of its range. The connection is of no use afterwards.
class WireError : public base::MachineError {
 public:
  using base::MachineError::MachineError;
};

}  // namespace wire
