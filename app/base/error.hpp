// What the machine could not do. Thrown by the layer that noticed; caught where a job or a command ends (exit 3).
#pragma once

#include <stdexcept>
#include <string>

namespace base {

/// One sentence with the cause; `remedy` says what the person can do.
class MachineError : public std::runtime_error {
 public:
  explicit MachineError(const std::string& cause, std::string remedy_text = {})
      : std::runtime_error(cause), remedy(std::move(remedy_text)) {}
  std::string remedy;
};

/// A job was cancelled by the person who started it; not a failure.
class Cancelled : public std::runtime_error {
 public:
  Cancelled() : std::runtime_error("cancelled") {}
};

}  // namespace base
