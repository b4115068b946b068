// Rounding to f32, f16 and bf16 by hand: the host compiler's half types differ or are missing.
#include "chain/dtype.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

namespace chain {
namespace {

struct Format {
  Dtype dtype;
  std::string_view name;
  std::int64_t bits;
  int precision;    ///< significant bits, the hidden one included
  int least_power;  ///< of the smallest normal number
  double largest;   ///< finite
};

constexpr std::array formats{
    Format{Dtype::f32, "f32", 32, 24, -126, 0x1.fffffep127},
    Format{Dtype::f16, "f16", 16, 11, -14, 65504.0},
    Format{Dtype::bf16, "bf16", 16, 8, -126, 0x1.fep127},
    Format{Dtype::i8, "i8", 8, 0, 0, 127},  // whole numbers: their neighbours are 1 apart
    Format{Dtype::i4, "i4", 4, 0, 0, 7},
    Format{Dtype::i32, "i32", 32, 0, 0, 2147483647},
};

constexpr const Format& format(Dtype dtype) {
  return formats[static_cast<std::size_t>(dtype)];
}

}  // namespace

std::int64_t bits_of(Dtype dtype) {
  return format(dtype).bits;
}

std::int64_t size_of(Dtype dtype) {
  assert(dtype != Dtype::i4 && "two share a byte: ask bits_of");
  return format(dtype).bits / 8;
}

bool is_packed(Dtype dtype) {
  return dtype == Dtype::i8 || dtype == Dtype::i4;
}

bool is_index(Dtype dtype) {
  return dtype == Dtype::i32;
}

std::string_view name(Dtype dtype) {
  return format(dtype).name;
}

std::optional<Dtype> dtype_of(std::string_view name) {
  for (const Format& f : formats) {
    if (f.name == name) return f.dtype;
  }
  return std::nullopt;
}

double ulp(double value, Dtype dtype) {
  if (!std::isfinite(value)) return std::abs(value);
  if (is_packed(dtype) || is_index(dtype)) return 1;
  const Format& f = format(dtype);
  const int power = value == 0 ? f.least_power : std::max(f.least_power, std::ilogb(value));
  return std::ldexp(1.0, power - (f.precision - 1));
}

double rounded(double value, Dtype dtype) {
  if (!std::isfinite(value)) return value;
  const double step = ulp(value, dtype);
  // Both scalings are by powers of two, hence exact; nearbyint rounds halves to even.
  const double result = std::nearbyint(value / step) * step;
  if (std::abs(result) > format(dtype).largest) return std::copysign(std::numeric_limits<double>::infinity(), value);
  return result;
}

std::uint16_t to_bf16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (std::isnan(value)) return static_cast<std::uint16_t>(bits >> 16 | 0x40);  // quiet, sign and payload kept
  const std::uint32_t half_or_even = 0x7FFF + (bits >> 16 & 1);
  return static_cast<std::uint16_t>((bits + half_or_even) >> 16);
}

float from_bf16(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

std::uint16_t to_f16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000);
  const std::uint32_t magnitude = bits & 0x7FFFFFFF;
  if (magnitude > 0x7F800000) return static_cast<std::uint16_t>(sign | 0x7E00 | (magnitude >> 13 & 0x3FF));
  if (magnitude >= 0x477FF000) return static_cast<std::uint16_t>(sign | 0x7C00);  // 65520 and above round to infinity
  if (magnitude < 0x38800000) {
    // Below 2^-14: adding 0.5 moves the wanted bits (steps of 2^-24) to the end of the f32, rounded to even by the
    // adder.
    const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    return static_cast<std::uint16_t>(sign |
                                      (std::bit_cast<std::uint32_t>(shifted) - std::bit_cast<std::uint32_t>(0.5f)));
  }
  const std::uint32_t half_or_even = 0xFFF + (magnitude >> 13 & 1);
  return static_cast<std::uint16_t>(sign |
                                    ((magnitude + half_or_even - (112u << 23)) >> 13));  // exponent bias 127 - 15
}

float from_f16(std::uint16_t bits) {
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000) << 16;
  const std::uint32_t exponent = bits >> 10 & 0x1F, fraction = bits & 0x3FF;
  if (exponent == 0) {
    const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
    return sign != 0 ? -magnitude : magnitude;
  }
  const std::uint32_t wide = exponent == 0x1F ? 0xFF : exponent + 112;
  const std::uint32_t quiet = exponent == 0x1F && fraction != 0 ? 0x400000 : 0;
  return std::bit_cast<float>(sign | wide << 23 | fraction << 13 | quiet);
}

}  // namespace chain
