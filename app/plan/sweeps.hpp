// How often a row has to be walked, what each walk computes, and what has to stay on chip between them.
#pragma once

#include "plan/piece.hpp"

#include <vector>

namespace plan {

/// What is kept of a value between sweeps.
struct Kept {
  int value = 0;
  int first = 0, last = 0;  ///< sweeps: made (or read) in the first, used up to the last
  int slot = 0;             ///< a value may lie where one lay that is done with
  bool operator==(const Kept&) const = default;
};

struct Sweeps {
  int count = 1;
  std::vector<int> available;             ///< per value: after how many sweeps its operands are known
  std::vector<std::vector<bool>> needed;  ///< [sweep][value]: a wide value that this sweep handles
  std::vector<Kept> kept;
  int slots = 0;
  int bytes = 0;  ///< of an element's worth of the most that is kept at once, tensors in their own dtype, the rest f32

  /// Reductions one after the other: each must end before the next can begin.
  [[nodiscard]] int rounds() const;
  [[nodiscard]] const Kept* find(int value) const;
  /// Comes from where it was kept, instead of being read or computed in this sweep.
  [[nodiscard]] bool fetched(int value, int sweep) const;
};

/// Without `keep` every sweep reads and computes again what it needs.
[[nodiscard]] Sweeps sweeps_of(const Piece& piece, bool keep);
/// Of a kernel whose schedule is `streaming`: a sum of exponentials is known together with the maximum that is taken
/// off, after the first sweep. Nothing is kept.
[[nodiscard]] Sweeps streaming_sweeps(const Piece& piece);

/// How often a kernel meets each value of the chain: 1, or where a row is kept nowhere (a stream, or by a knob) the
/// sweeps that read or compute a value as large as what the kernel walks.
[[nodiscard]] std::vector<int> times_met(const chain::Chain& chain, const Group& group);

/// How often it fetches each value from memory: a stream for each sweep that reads it, any other kernel once. A row
/// that would fit on the chip and is kept nowhere is asked for again at once, and the cache still has it.
[[nodiscard]] std::vector<int> times_fetched(const chain::Chain& chain, const Group& group);

}  // namespace plan
