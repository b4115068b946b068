// The date of now, in UTC: digits only, whatever the locale.
#pragma once

#include <string>

namespace base {

/// "2026-11-21".
[[nodiscard]] std::string today();

/// "2026-11-21T19:03:40Z" (ISO 8601).
[[nodiscard]] std::string now_utc();

}  // namespace base
