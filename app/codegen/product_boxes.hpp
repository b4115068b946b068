// The epilogue of Hopper's kernel: boxes of 64 x 64 leave through shared memory, operands are there before they are
// asked for.
#pragma once

#include "codegen/product_shape.hpp"

#include <string>
#include <vector>

namespace codegen {

/// How one family's results and operands move.
class ProductBoxes {
 public:
  /// `spare` bytes of shared memory may hold bias rows.
  ProductBoxes(const ProductWork& work, const Family& family, const HopperShape& shape, std::int64_t spare);

  /// Results leave by the copy engine; else each thread stores what it has, and folds it where rows are reduced.
  [[nodiscard]] bool staged() const { return staged_; }
  /// Two boxes in turns for one result.
  [[nodiscard]] bool alternates() const { return staged_ && family_.group.writes.size() == 1; }
  /// Operands that come through the ring, as further stages after those of the sums.
  [[nodiscard]] const std::vector<int>& in_ring() const { return in_ring_; }
  /// Rows that are kept in shared memory, one number a column.
  [[nodiscard]] const std::vector<int>& bias_rows() const { return bias_rows_; }
  /// Read by pointer.
  [[nodiscard]] std::vector<int> by_pointer() const;
  /// Boxes of each operand and warpgroup that a stage brings; stages that it takes.
  [[nodiscard]] int boxes_a_stage() const;
  [[nodiscard]] int ring_stages() const;

  /// For the producer: brings the operands in. `at` is the text of the last coordinates.
  [[nodiscard]] std::string bring_text() const;
  /// Before the sums: loads that will be asked for after them. What they define is in `declared`.
  [[nodiscard]] std::string ahead_text() const;
  /// While the last sums are under way: bias rows into shared memory.
  [[nodiscard]] std::string keep_text() const;
  [[nodiscard]] std::string finish_text() const;

  [[nodiscard]] std::string map_place(int value) const;  ///< ", matrix % 4", or nothing where there is one matrix
  [[nodiscard]] std::int64_t map_matrices(int value) const;

 private:
  [[nodiscard]] bool is_row_number(int read) const;
  [[nodiscard]] std::string staged_text() const;
  [[nodiscard]] std::string direct_text() const;
  [[nodiscard]] std::string own_parts_text() const;
  [[nodiscard]] std::string within_text() const;
  [[nodiscard]] std::string second_look_text() const;
  [[nodiscard]] std::string leave_text() const;
  [[nodiscard]] std::string pair_text() const;
  [[nodiscard]] bool places_asked() const;

  const ProductWork& work_;
  const Family& family_;
  const HopperShape& shape_;
  bool staged_ = false;
  std::vector<int> in_ring_, bias_rows_;
};

}  // namespace codegen
