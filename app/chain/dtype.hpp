// The element types a tensor may be stored in. Arithmetic inside a kernel is always f32; whole numbers of 8 or 4 bits
// are weights that `dequant` unpacks, those of 32 bits say where `gather` fetches.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace chain {

enum class Dtype { f32, f16, bf16, i8, i4, i32 };

[[nodiscard]] std::int64_t bits_of(Dtype dtype);  ///< of an element
[[nodiscard]] std::int64_t size_of(Dtype dtype);  ///< bytes an element; none of an i4, two of which share a byte
[[nodiscard]] bool is_packed(Dtype dtype);        ///< i8 and i4
[[nodiscard]] bool is_index(Dtype dtype);         ///< i32
[[nodiscard]] std::string_view name(Dtype dtype);
[[nodiscard]] std::optional<Dtype> dtype_of(std::string_view name);
/// `value` rounded to nearest even to what the dtype can hold, back as a double; overflow gives infinity.
[[nodiscard]] double rounded(double value, Dtype dtype);
/// Distance between neighbouring numbers of the dtype at |value| (subnormal spacing near zero).
[[nodiscard]] double ulp(double value, Dtype dtype);

/// Bit patterns, round to nearest even, NaN kept quiet: the host's own, no compiler extension needed.
[[nodiscard]] std::uint16_t to_bf16(float value);
[[nodiscard]] float from_bf16(std::uint16_t bits);
[[nodiscard]] std::uint16_t to_f16(float value);
[[nodiscard]] float from_f16(std::uint16_t bits);

}  // namespace chain
