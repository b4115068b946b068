// The largest entries of a row: in which order they are, and which they are.
#pragma once

#include "chain/evaluate.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace chain {

/// Of topk(z, k) the largest k.
inline constexpr std::int64_t most_ranked = 64;

/// An entry of a row.
struct Entry {
  std::int64_t number = 0;  ///< its column
  double value = 0;
  bool operator==(const Entry&) const = default;
};

/// The larger one comes first, of equal ones that of the lower number; a NaN is larger than any number (as in PyTorch).
[[nodiscard]] bool ranks_before(const Entry& a, const Entry& b);

/// The first k of a row that comes by entry after entry.
class Ranking {
 public:
  explicit Ranking(std::int64_t k) : k_(k) {}
  void add(std::int64_t number, const Bounded& entry);
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  /// Largest bound in the row: the nth largest of the row as a kernel has it is no further from that of the row as it
  /// is.
  [[nodiscard]] double error() const { return error_; }

 private:
  std::int64_t k_;
  std::vector<Entry> entries_;
  double error_ = 0;
};

/// Numbers of entries that a device found, beside those of the reference (evaluate() of an argmax or a topk_index).
struct ChosenNumbers {
  int value = 0;
  std::span<const std::int64_t> elements;
  std::span<const double> got;
  std::span<const Bounded> references;
};

/// How far what a device's number points at lies from what the right one points at, and as the error how far that may
/// be: errors of the entries may turn two that are nearly equal around. Infinitely far is what no row has, what is
/// there twice in a row, and any other number where the entries have no error. `input` is that of the evaluation, or
/// tells more: elements of the rows.
[[nodiscard]] std::vector<Bounded> chosen_apart(const Chain& chain, const std::vector<bool>& stored,
                                                const InputElement& input, const ChosenNumbers& numbers,
                                                const Given& given = {});

}  // namespace chain
