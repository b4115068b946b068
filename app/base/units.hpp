// Quantities as types, so that bytes are never added to seconds.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace base {

struct Bytes {
  std::int64_t value = 0;
  auto operator<=>(const Bytes&) const = default;
  Bytes& operator+=(Bytes other) {
    value += other.value;
    return *this;
  }
};
[[nodiscard]] constexpr Bytes operator+(Bytes a, Bytes b) {
  return {a.value + b.value};
}
[[nodiscard]] constexpr Bytes operator-(Bytes a, Bytes b) {
  return {a.value - b.value};
}
[[nodiscard]] constexpr Bytes operator*(std::int64_t n, Bytes b) {
  return {n * b.value};
}

struct Seconds {
  double value = 0;
  auto operator<=>(const Seconds&) const = default;
  Seconds& operator+=(Seconds other) {
    value += other.value;
    return *this;
  }
};
[[nodiscard]] constexpr Seconds operator+(Seconds a, Seconds b) {
  return {a.value + b.value};
}

struct Flops {
  double value = 0;  ///< floating-point operations (a count, not a rate)
  auto operator<=>(const Flops&) const = default;
  Flops& operator+=(Flops other) {
    value += other.value;
    return *this;
  }
};

/// bytes per second
struct Bandwidth {
  double value = 0;
  auto operator<=>(const Bandwidth&) const = default;
};
[[nodiscard]] constexpr Seconds operator/(Bytes b, Bandwidth w) {
  return {static_cast<double>(b.value) / w.value};
}

/// So many significant figures and a decimal unit: "268 MB", "4.29 GB". Independent of the locale, as all below.
[[nodiscard]] std::string show(Bytes bytes, int digits = 3);
/// "1.01 ms", "38.2 µs", "3.05 s"
[[nodiscard]] std::string show(Seconds seconds);
/// "21.5 GB/s", "4.26 TB/s"
[[nodiscard]] std::string show(Bandwidth bandwidth);
/// "67 108 864": groups of three parted by a thin no-break space (U+202F).
[[nodiscard]] std::string group_digits(std::int64_t value);
/// The same in a sentence, where four digits need no groups: "8192", "131 072".
[[nodiscard]] std::string show_count(std::int64_t value);
/// `digits` significant figures without an exponent for ordinary sizes: "1.67", "3.00", "0.125".
[[nodiscard]] std::string show_number(double value, int digits = 3);
/// Shortest text that reads back as the same double (std::to_chars); "nan", "inf", "-inf" for the others.
[[nodiscard]] std::string exact_number(double value);

}  // namespace base
