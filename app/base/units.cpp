// Quantities as text, by std::to_chars: no locale is asked.
#include "base/units.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <span>
#include <string_view>

namespace base {
namespace {

template <class... Arguments>
std::string to_text(double value, Arguments... arguments) {
  std::array<char, 512> buffer;  // the longest double in fixed notation has 309 digits
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, arguments...);
  return {buffer.data(), result.ptr};
}

/// Decimal exponent after rounding to that many significant figures: 999.6 to three is 1.00e3.
int exponent(double value, int digits) {
  const std::string text = to_text(value, std::chars_format::scientific, digits - 1);
  const std::size_t e = text.find('e');
  int result = 0;
  std::from_chars(text.data() + e + (text[e + 1] == '+' ? 2 : 1), text.data() + text.size(), result);
  return result;
}

struct Unit {
  int power;  ///< of ten
  std::string_view name;
};

/// Some significant figures in the largest unit that is not larger than the value; units ascend.
std::string with_unit(double value, std::span<const Unit> units, int digits = 3) {
  if (!std::isfinite(value) || value == 0) {
    const std::string_view name = value == 0 ? units[0].name : units.back().name;
    return show_number(value) + " " + std::string(name);
  }
  const Unit* best = &units[0];
  for (const Unit& unit : units) {
    if (exponent(value, digits) >= unit.power) best = &unit;
  }
  return show_number(value / std::pow(10.0, best->power), digits) + " " + std::string(best->name);
}

constexpr Unit byte_units[] = {{0, "B"}, {3, "kB"}, {6, "MB"}, {9, "GB"}, {12, "TB"}, {15, "PB"}, {18, "EB"}};
constexpr Unit second_units[] = {{-9, "ns"}, {-6, "µs"}, {-3, "ms"}, {0, "s"}};
constexpr Unit bandwidth_units[] = {{0, "B/s"}, {3, "kB/s"}, {6, "MB/s"}, {9, "GB/s"}, {12, "TB/s"}, {15, "PB/s"}};

}  // namespace

std::string show(Bytes bytes, int digits) {
  if (bytes.value > -1000 && bytes.value < 1000) return std::to_string(bytes.value) + " B";
  return with_unit(static_cast<double>(bytes.value), byte_units, digits);
}

std::string show(Seconds seconds) {
  return seconds.value == 0 ? "0 s" : with_unit(seconds.value, second_units);
}

std::string show(Bandwidth bandwidth) {
  return with_unit(bandwidth.value, bandwidth_units);
}

std::string group_digits(std::int64_t value) {
  std::string digits = std::to_string(value);
  const std::size_t first = value < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) {
    at -= 3;
    digits.insert(at, "\u202F");
  }
  return digits;
}

std::string show_count(std::int64_t value) {
  constexpr std::int64_t least_grouped = 10'000;
  return value > -least_grouped && value < least_grouped ? std::to_string(value) : group_digits(value);
}

std::string show_number(double value, int digits) {
  if (!std::isfinite(value)) return exact_number(value);
  if (value == 0) return "0";
  const int power = exponent(value, digits);
  if (power < -6 || power >= 15) return to_text(value, std::chars_format::scientific, digits - 1);
  // A whole number is never rounded away: 1024 to three figures stays 1024.
  return to_text(value, std::chars_format::fixed, std::max(0, digits - 1 - power));
}

std::string exact_number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return to_text(value);
}

}  // namespace base
