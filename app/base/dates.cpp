// The date of now, by the C library.
#include "base/dates.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <ctime>

namespace base {
namespace {

std::string formatted(const char* format) {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  std::array<char, 32> text{};
  static_cast<void>(std::strftime(text.data(), text.size(), format, &utc));
  return text.data();
}

}  // namespace

std::string today() {
  return formatted("%Y-%m-%d");
}

std::string now_utc() {
  return formatted("%Y-%m-%dT%H:%M:%SZ");
}

bool is_date(std::string_view text) {
  constexpr std::string_view like = "0000-00-00T00:00:00Z";
  constexpr std::size_t day = 10;
  if (text.size() != day && text.size() != like.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool digit = '0' <= text[i] && text[i] <= '9';
    if (like[i] == '0' ? !digit : text[i] != like[i]) return false;
  }
  const auto number = [&](std::size_t at, std::size_t digits) {
    int value = 0;
    for (const char digit : text.substr(at, digits)) value = 10 * value + (digit - '0');
    return value;
  };
  const std::chrono::year_month_day date{std::chrono::year{number(0, 4)},
                                         std::chrono::month{static_cast<unsigned>(number(5, 2))},
                                         std::chrono::day{static_cast<unsigned>(number(8, 2))}};
  const bool time = text.size() == day || (number(11, 2) < 24 && number(14, 2) < 60 && number(17, 2) <= 60);
  return date.ok() && time;
}

bool is_to_come(std::string_view date) {
  return is_date(date) && day(date) > today();
}

std::string minute(std::string_view date) {
  const std::size_t time = date.find('T');
  if (time == std::string_view::npos) return std::string(date);
  return fmt::format("{}, {} UTC", date.substr(0, time), date.substr(time + 1, 5));
}

std::string day(std::string_view date) {
  return std::string(date.substr(0, date.find('T')));
}

}  // namespace base
