// Text in the marks of others: HTML and XML, TOML.
#pragma once

#include <string>
#include <string_view>

namespace base {

/// & < > and those quotes which the text could end; what would deceive is visible.
[[nodiscard]] std::string escape_markup(std::string_view text, std::string_view quotes = "\"'");

/// A TOML basic string, its quotes with it.
[[nodiscard]] std::string toml_string(std::string_view text);

}  // namespace base
