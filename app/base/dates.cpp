// The date of now, by the C library.
#include "base/dates.hpp"

#include <fmt/format.h>

#include <array>
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

std::string minute(std::string_view date) {
  const std::size_t time = date.find('T');
  if (time == std::string_view::npos) return std::string(date);
  return fmt::format("{}, {} UTC", date.substr(0, time), date.substr(time + 1, 5));
}

std::string day(std::string_view date) {
  return std::string(date.substr(0, date.find('T')));
}

}  // namespace base
