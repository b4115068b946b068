// A piece of a chain that wants to be one kernel, and what follows from choosing these ops.
#pragma once

#include "plan/fusion_plan.hpp"

#include <string>
#include <vector>

namespace plan {

/// Whether the list has this value.
[[nodiscard]] bool lists(const std::vector<int>& list, int value);

struct Piece {
  /// At least one op; sorted into SSA order. Values flagged `again` are made by whoever reads them.
  Piece(const chain::Chain& of, std::vector<int> chosen, const std::vector<bool>& again = {});
  Piece(const chain::Chain& of, const Group& group);

  const chain::Chain& chain;
  std::vector<int> ops;      ///< SSA order
  std::vector<bool> inside;  ///< per value of the chain: made here
  std::vector<int> reads;    ///< distinct tensors from outside, in first-use order
  std::vector<int> writes;   ///< made here and used outside but not made again there, or outputs; SSA order
  chain::Shape space;        ///< what the kernel walks

  [[nodiscard]] const chain::Value& value(int index) const { return chain.values[index]; }
  [[nodiscard]] bool reduces(int op) const;  ///< or ranks: a row is read to its end for it
  [[nodiscard]] bool multiplies(int op) const { return chain::multiplies(value(op).op); }
  [[nodiscard]] bool has_product() const;
  /// Made of something that this op makes, directly or not, within the piece.
  [[nodiscard]] std::vector<bool> after(int op) const;
  /// Transposes beside other ops: each is read in place from what it turns, with a stride.
  [[nodiscard]] std::vector<int> turned() const;
  /// An op here reads it element beside element, and does not only turn it.
  [[nodiscard]] bool walks(int read) const;
  /// Of what is read or made here: one element a column; else one a row, or one in all.
  [[nodiscard]] bool is_wide(int index) const;
  /// As many elements as the kernel walks.
  [[nodiscard]] bool is_full(int index) const;
  /// A reduction made here, or one element a row made of one: what exists only once a row has been read to its end.
  [[nodiscard]] std::vector<bool> row_statistics() const;
  /// A reduction made here of which no part of a row leaves one number: a sum in order waits for what comes before, a
  /// variance is three numbers. -1 if there is none.
  [[nodiscard]] int whole_row() const;
  /// A row statistic made here that an op here spreads over the row again; -1 if there is none.
  [[nodiscard]] int spread_statistic() const;
};

/// A gather of rows that only grouped products here read, as what they multiply: they find its rows by its table.
[[nodiscard]] bool names_rows(const Piece& piece, int gather);

/// What no schedule can do: shapes that do not go together, work that would be done over for each row. Empty = nothing.
[[nodiscard]] std::string why_no_kernel(const Piece& piece);

}  // namespace plan
