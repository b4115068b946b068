// Test data by counter: any element of any input from (seed, stream, index), the same on every host and device.
#pragma once

#include <cstdint>

namespace base {

/// splitmix64's finaliser over a mix of the three; Steele, Lea, Flood 2014.
[[nodiscard]] constexpr std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  std::uint64_t z = seed * 0x9E3779B97F4A7C15ull + stream * 0xD1B54A32D192ED03ull + (index + 1) * 0x8CB92BA72F3D8DD7ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

/// Uniform on [-2, 2) in steps of 2^-22: exact in f32. Narrower dtypes round it to nearest even.
[[nodiscard]] constexpr float random_element(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  const auto top = static_cast<std::int32_t>(random_bits(seed, stream, index) >> 40);  // 24 bits
  return static_cast<float>(top - (1 << 23)) * (1.0f / (1 << 22));
}

/// -1, 0 or 1, nine of ten of them 0: as long as fewer than 256 such products are added, their sum is
/// exact in every dtype, in whatever order.
[[nodiscard]] constexpr int exact_element(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  const std::uint64_t one_of = (random_bits(seed, stream, index) >> 40) % 20;
  return one_of == 0 ? 1 : one_of == 1 ? -1 : 0;
}

/// Uniform over all integers of so many bits: 8, or 4.
[[nodiscard]] constexpr int random_integer(std::uint64_t seed, std::uint64_t stream, std::uint64_t index, int bits) {
  return static_cast<int>(random_bits(seed, stream, index) >> (64 - bits)) - (1 << (bits - 1));
}

/// The place of `index` among `count` things that are shuffled: all of 0 to count - 1 have places of their own. A
/// mixing of whole numbers below a power of two, each step of which can be undone, until the result is below `count`.
[[nodiscard]] constexpr std::uint64_t shuffled(std::uint64_t seed, std::uint64_t stream, std::uint64_t index,
                                               std::uint64_t count) {
  int bits = 1;
  while (count > std::uint64_t{1} << bits) ++bits;
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  const int half = (bits + 1) / 2;
  std::uint64_t z = index;
  do {
    for (std::uint64_t round = 0; round < 4; ++round) {
      const std::uint64_t key = random_bits(seed, stream, round);
      z = (z + key) & mask;
      z = (z * ((key >> 16) | 1)) & mask;
      z ^= z >> half;
    }
  } while (z >= count);
  return z;
}

}  // namespace base
