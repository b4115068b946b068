// What came over the connection is not what was agreed.
#pragma once

#include "base/error.hpp"

#include <string>
#include <string_view>

namespace wire {

/// A foreign, torn, oversized or malformed frame, or a field out of its range. The connection is of no use afterwards.
class WireError : public base::MachineError {
 public:
  using base::MachineError::MachineError;
};

/// Throws it of one field; `flaw` is what follows "wire.field." in the words.
[[noreturn]] void refuse(std::string_view field, const std::string& flaw);

}  // namespace wire
