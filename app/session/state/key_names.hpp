// Keys by their names, as a person writes them: "ctrl+k", "Shift+F4".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace session {

/// The name as the program writes it, modifiers in their order: "Ctrl+Alt+Shift+K"; nothing if no key is called so.
[[nodiscard]] std::optional<std::string> key_named(std::string_view written);

/// Why no action may have this key: a person could no longer type, move or leave. Empty if it may be given away.
[[nodiscard]] std::string why_reserved(std::string_view key);

}  // namespace session
