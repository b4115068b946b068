// A chain over a range: the same ops over other sizes, or its one op again and again.
#pragma once

#include "base/expected.hpp"
#include "chain/chain.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace chain {

/// size: bytes of the main tensor, from power of two to power of two, by its first dimension; the other dimensions and
/// whatever broadcasts along the first stay. count: so many copies of a chain's one op, each of what the one before
/// made: y = cos(cos(cos(x))). rows: of a product's left operand, from power of two to power of two; its columns and
/// the weights stay. columns: elements of a row of the main tensor, from power of two to power of two; its rows stay.
struct SweepAxis {
  enum class Kind { size, count, rows, columns } kind = Kind::size;
  std::int64_t from = 0, to = 0;
  bool operator==(const SweepAxis&) const = default;
};

inline constexpr int most_copies = 64;

/// "size", "count", "rows", "columns": in the keys of words.
[[nodiscard]] std::string_view name(SweepAxis::Kind kind);
/// "size", "n", "m", "row": before the '=' and at the head of a column.
[[nodiscard]] std::string_view letter(SweepAxis::Kind kind);

/// "size=64K..1G" (K, M, G are powers of 1024), "n=1..32", "m=1..32K" or "row=64..64K".
[[nodiscard]] base::Expected<SweepAxis> parse_axis(std::string_view text);
/// As parse_axis reads it.
[[nodiscard]] std::string text(const SweepAxis& axis);
/// Every power of two, or every number of copies; of more than ten only some, ever farther apart.
[[nodiscard]] std::vector<std::int64_t> places(const SweepAxis& axis);

/// A place in words: "64 KiB", "16".
[[nodiscard]] std::string show_place(SweepAxis::Kind kind, std::int64_t at);

/// "64 KiB", "4 GiB"; bytes that are no round number of these as elsewhere.
[[nodiscard]] std::string show_size(std::int64_t bytes);

struct SweepPoint {
  std::int64_t at = 0;  ///< bytes of its main tensor as it is, copies, rows, or elements of a row
  Chain chain;
  bool operator==(const SweepPoint&) const = default;
};

/// The chain at each of the places. A chain that cannot be swept so is refused at what stands in the way.
[[nodiscard]] base::Expected<std::vector<SweepPoint>> sweep(const Chain& chain, const SweepAxis& axis);

}  // namespace chain
