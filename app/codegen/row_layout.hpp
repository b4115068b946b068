// What is settled about a group over rows before a line of it is written: its launch, its sweeps, where elements lie.
#pragma once

#include "codegen/launch.hpp"
#include "codegen/view.hpp"
#include "plan/row_stream.hpp"
#include "plan/sweeps.hpp"

#include <string>
#include <vector>

namespace codegen {

struct RowLayout {
  RowLayout(const View& view, const Target& target);

  const View& view;
  plan::RowStream stream;  ///< empty but where the schedule is `streaming`
  plan::Sweeps sweeps;
  RowLaunch launch;

  [[nodiscard]] bool whole_block() const { return launch.lanes == launch.threads; }
  [[nodiscard]] bool unrolled() const { return launch.keep == Keep::registers; }
  [[nodiscard]] bool in_shared() const { return launch.keep == Keep::shared; }
  [[nodiscard]] bool in_segments() const { return launch.segments > 1; }
  [[nodiscard]] bool streams() const { return view.group.schedule == plan::Schedule::streaming; }
  /// The threads' vectors fill the row to its last element.
  [[nodiscard]] bool exact() const;
  /// The last block has rows too many.
  [[nodiscard]] bool spare_rows() const { return view.rows % launch.rows() != 0; }
  [[nodiscard]] bool loops_over_rows() const { return launch.blocks * launch.rows() < view.rows; }
  /// Some threads have no row of their own: they take part, and write nothing.
  [[nodiscard]] bool guards_rows() const { return !whole_block() && spare_rows(); }
  /// A sum that a thread adds up in many steps is folded into double between them.
  [[nodiscard]] bool folds() const { return launch.keep == Keep::nowhere && (launch.vectors > 16 || streams()); }

  [[nodiscard]] bool is_max(int op) const { return view.value(op).op == chain::Op::max; }
  [[nodiscard]] bool is_variance(int op) const { return view.value(op).op == chain::Op::var; }
  [[nodiscard]] bool in_order(int op) const { return view.chain.in_order(op); }
  /// A sum in parts, each added to a total.
  [[nodiscard]] bool folded(int op) const { return folds() && !is_max(op) && !is_variance(op) && !in_order(op); }
  /// Of a sum that is rescaled on its way: the maximum it is beside; else -1.
  [[nodiscard]] int maximum_of(int op) const;
  /// The sums beside this maximum.
  [[nodiscard]] std::vector<int> sums_beside(int maximum) const;
  /// An element that a first sweep adds up before its maximum is known: no value of its own there.
  [[nodiscard]] bool only_added(int sweep, int op) const;
  /// The reductions that a sweep completes.
  [[nodiscard]] std::vector<int> reductions(int sweep) const;
  /// A wide value that a sweep writes to its tensor.
  [[nodiscard]] bool writes_in(int sweep, int op) const;

  /// Which row of a value belongs to row `row`: "row", "row % 3", "0".
  [[nodiscard]] std::string row_text(int value) const;
  /// The element of a value at row `row`, column c.
  [[nodiscard]] std::string place_text(int value) const;
  /// The launch, for the kernel's header comment.
  [[nodiscard]] std::vector<std::string> words() const;
};

}  // namespace codegen
