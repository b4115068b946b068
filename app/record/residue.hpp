// Counted bytes against computed ones: what of the difference is known, and what nobody can explain.
#pragma once

#include "record/measurement.hpp"

#include <vector>

namespace record {

/// What the counting rule says of one kernel of a plan; a tensor is read or written once in it.
struct ComputedKernel {
  base::Bytes read, written;  ///< all of it, what counts no crossing with the rest
  base::Bytes small;          ///< of both: row operands and row statistics, which are bytes without a crossing
  base::Bytes rows;           ///< of read: row operands, which every block of the kernel wants again and again
  base::Bytes again;  ///< of read: what an earlier kernel of the plan has read or written, so a cache may hold it
  bool operator==(const ComputedKernel&) const = default;
};

/// The difference counted - computed is rows_again - cached + unexplained.
struct Residue {
  base::Bytes computed, counted;
  base::Bytes small;                ///< of both: bytes without a crossing
  std::optional<base::Bytes> tail;  ///< of counted: still in the L2 when the clock stopped, written afterwards
  base::Bytes rows_again;           ///< row operands that were fetched more than once
  base::Bytes cached;               ///< reads that a cache served, as an earlier kernel had just touched them
  std::int64_t unexplained = 0;     ///< bytes; negative where too few were counted
  bool operator==(const Residue&) const = default;
  [[nodiscard]] std::int64_t difference() const { return counted.value - computed.value; }
  /// The rest is no more than counters are good for: `counter_scatter` of what was computed.
  [[nodiscard]] bool within_counters() const;
};

/// Pure: takes apart what one cold run of a plan counted. A cache is named for no more than what was touched before, in
/// that run; rows fetched again only where each kernel was counted and those without a row show what is usual there.
/// All else is left unexplained. Nothing where no bytes were counted.
[[nodiscard]] std::optional<Residue> residue(const std::vector<ComputedKernel>& computed,
                                             const PlanMeasurement& counted);

}  // namespace record
