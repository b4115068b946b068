// Dates in UTC: digits only, whatever the locale.
#pragma once

#include <string>
#include <string_view>

namespace base {

/// "2026-11-21".
[[nodiscard]] std::string today();

/// "2026-11-21T19:03:40Z" (ISO 8601).
[[nodiscard]] std::string now_utc();

/// Whether it is a day of the calendar, "2026-11-21", or a second of one, "2026-11-21T19:03:40Z".
[[nodiscard]] bool is_date(std::string_view text);
/// Whether it is the date of a day after today.
[[nodiscard]] bool is_to_come(std::string_view date);

/// "2026-11-21, 07:00 UTC" of "2026-11-21T07:00:00Z"; of a day itself that day.
[[nodiscard]] std::string minute(std::string_view date);

/// "2026-11-21" of "2026-11-21T07:00:00Z", and of a day itself.
[[nodiscard]] std::string day(std::string_view date);

}  // namespace base
