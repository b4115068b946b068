// A kernel over rows being written: its head, which row a thread has, and the values of one number a row.
#pragma once

#include "codegen/lower.hpp"
#include "codegen/row_layout.hpp"
#include "codegen/writer.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace codegen {

class RowKernel {
 public:
  /// With no arguments yet, to be launched as one row of `blocks` blocks.
  RowKernel(const RowLayout& rows, std::string entry, std::int64_t blocks);

  Writer out;

  /// All tensors that the group reads and writes become arguments.
  void take_tensors();
  /// The tensors among `list` that are wide, or those that are not, do; `qualifier` is "const " or "".
  void take_tensors(const std::vector<int>& list, bool wide, std::string_view qualifier);
  void take(const Argument& argument, std::string parameter);

  /// The signature; what every sweep needs to know, or but the first one, which adds up.
  void open();
  void open_for_sweeps(bool first = true);
  /// Defines `row` here, if the rest of the kernel turns out to ask for it.
  void row_from(std::string text);
  /// Of a row that several blocks have each a segment of, one writes its numbers.
  void write_by_first_segment() { first_segment_ = true; }
  /// Defines `lane` and `row` where a block has one row, some rows, or goes on to the next.
  void choose_row();

  /// Reads what has one number a row.
  void read_narrow();
  /// Defines the narrow values that are known after `sweeps` sweeps, and writes them where `writes`.
  void define_narrow(int sweeps, bool writes = true);
  /// The call that joins the threads' parts of a reduction.
  [[nodiscard]] std::string joined(int op, const std::string& part) const;
  void define_reduction(int op, const std::string& part);

  /// The kernel as it is now, under `comment`.
  [[nodiscard]] Kernel close(const std::string& comment);

 private:
  void write_narrow(int op);

  const RowLayout& rows_;
  const View& view_;
  Kernel kernel_;
  std::vector<std::string> parameters_;
  std::string row_;  ///< how the row is found, if it is defined only where it is used
  std::size_t row_mark_ = 0;
  bool first_segment_ = false;
};

}  // namespace codegen
