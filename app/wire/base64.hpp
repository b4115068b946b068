// Raw bytes as text (RFC 4648, with padding).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace wire {

[[nodiscard]] std::string to_base64(std::string_view bytes);
/// Nothing if it is not base64 to the last character.
[[nodiscard]] std::optional<std::string> from_base64(std::string_view text);

}  // namespace wire
