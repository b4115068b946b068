// What a person may turn on a written kernel: how many registers, how large a block, how much a thread does.
#pragma once

#include "base/expected.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace plan {

/// Where a row stays while it is used again.
enum class Keep {
  registers,  ///< each thread holds its part: every sweep is unrolled
  shared,     ///< in shared memory: longer rows
  nowhere,    ///< read again for each sweep: rows of any length, and rows that are swept once
};
[[nodiscard]] std::string_view name(Keep keep);

/// Of a matrix, what a block has in shared memory at once.
struct Tile {
  int rows = 0, columns = 0;
  bool operator==(const Tile&) const = default;
};

/// Those that are not set are left to the writer of the kernel. They are a GPU's: no processor has them.
struct Knobs {
  std::optional<int> registers;  ///< the most that a thread may use; what does not fit spills
  std::optional<int> block;      ///< threads
  std::optional<int> elements;   ///< of a thread, where each element is made by itself
  std::optional<int> rows;       ///< of a block
  std::optional<Keep> keep;
  std::optional<Tile> tile = {};  ///< of a product's result, or of what a transpose turns
  bool operator==(const Knobs&) const = default;
  [[nodiscard]] bool any() const { return *this != Knobs{}; }
};

inline constexpr int least_registers = 16, most_registers = 255;
inline constexpr int least_block = 32, most_block = 1024;
inline constexpr int most_elements = 64;
inline constexpr int least_tile = 16, most_tile = 256;
/// Registers of a multiprocessor, and so of a block: the same on every card that this program knows.
inline constexpr int registers_of_block = 64 * 1024;

/// Registers that threads of this cap are given: they come eight at a time.
[[nodiscard]] constexpr int given_registers(int cap) {
  return (cap + 7) / 8 * 8;
}

/// "registers=32 block=512", in that order whatever was typed; empty where nothing is set.
[[nodiscard]] std::string text(const Knobs& knobs);
/// The same read; each mistake in a sentence with what is allowed.
[[nodiscard]] base::Expected<Knobs> parse_knobs(std::string_view words);

/// "y.1,t3 registers=32" in its two parts; cuts that are left out are `none`.
struct CutsAndKnobs {
  std::string_view cuts, knobs;
};
[[nodiscard]] CutsAndKnobs split_knobs(std::string_view text);

}  // namespace plan
