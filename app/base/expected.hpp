// Expected<T>: a value, or every mistake found in what a person wrote.
#pragma once

#include "base/diagnostic.hpp"

#include <expected>
#include <string>
#include <utility>

namespace base {

template <class T>
using Expected = std::expected<T, Diagnostics>;

/// One mistake without a place (a command-line option, an empty file).
[[nodiscard]] inline std::unexpected<Diagnostics> wrong(std::string message, std::string hint = {}) {
  Diagnostic diagnostic;
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  return std::unexpected(Diagnostics{std::move(diagnostic)});
}

}  // namespace base
