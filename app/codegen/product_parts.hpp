// Rows of a product reduced in its kernel: what a thread, a warp and a tile have of a row, and the second kernel.
#pragma once

#include "codegen/product_work.hpp"

#include <string>
#include <vector>

namespace codegen {

/// The texts of a kernel that leaves a part of each row's reductions. All are empty where it reduces none.
class ProductParts {
 public:
  explicit ProductParts(const ProductWork& work) : work_(work), family_(work.families.front()) {}

  [[nodiscard]] bool any() const { return !family_.parts.empty(); }
  [[nodiscard]] std::string type() const;  ///< "k1_Parts"
  /// The type, and the functions that join two of them and those of neighbouring lanes.
  [[nodiscard]] std::string definitions() const;
  /// The numbers of entries that are picked of the rows: values of the chain.
  [[nodiscard]] std::vector<int> tables() const;
  /// A thread that still has all its elements of a row when it knows the largest of them need not rescale: the value
  /// of each element whose exponentials are added in a second look; -1 where there is none, or there are several.
  [[nodiscard]] int kept() const;
  /// An element's turn, where its values are v1, v2 ...: into `parts`. With `keeps` that value stays, in `kept[e]`.
  [[nodiscard]] std::string fold(bool keeps) const;
  /// The second look at one element `x` of row `row` of `parts`: adds its exponential.
  [[nodiscard]] std::string add_raised(const std::string& row, const std::string& x, const std::string& top) const;
  /// The maximum that is taken off before.
  [[nodiscard]] std::string maximum_of(const std::string& row) const;
  /// Pointers to scratch, a buffer a part: the kernel's last arguments.
  void take(Kernel& kernel, std::vector<std::string>& parameters, std::string_view qualifier) const;
  /// Stores what a tile has of a row: `from` is of that type, `place` the row's number of this tile.
  [[nodiscard]] std::string store(const std::string& from, const std::string& place) const;

 private:
  const ProductWork& work_;
  const Family& family_;
};

/// The second kernel: a warp joins the parts of each row, `tiles` of them, and makes what is made of the row's numbers.
[[nodiscard]] Kernel lower_product_finish(const ProductWork& work, std::int64_t tiles);

}  // namespace codegen
