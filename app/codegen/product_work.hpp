// What a kernel of products has to do: which sums belong together, and the ops that follow each.
#pragma once

#include "codegen/view.hpp"
#include "plan/product.hpp"
#include "plan/product_rows.hpp"

#include <deque>
#include <string>
#include <vector>

namespace codegen {

/// Products whose sums one op needs at once (gate and up), or one alone: a block makes the same tile of each. All have
/// one size.
struct Family {
  Family(const chain::Chain& chain, int number, std::vector<plan::Product> members, plan::Group part,
         std::vector<plan::RowPart> reductions);

  std::vector<plan::Product> products;
  /// ops: products and what follows on each element, then reductions of its rows, which `parts` tell of; reads: what is
  /// walked; writes: elements.
  plan::Group group;
  std::vector<plan::RowPart> parts;
  View view;  ///< over the result's rows and columns

  [[nodiscard]] const plan::Product& first() const { return products.front(); }
  [[nodiscard]] bool is_product(int op) const;
  /// The result of the product as the ops after it see it comes rounded from its tensor: "sum3" then is what came
  /// before.
  [[nodiscard]] std::string sum_name(const plan::Product& product) const;
  /// The value of each element that goes into a row's part.
  [[nodiscard]] int folded(const plan::RowPart& part) const;
  /// What the ops on an element give: what is written, and what rows are reduced of.
  [[nodiscard]] std::vector<int> results() const;
  /// One row for all: a bias.
  [[nodiscard]] bool is_column_vector(int read) const;
};

class ProductWork {
 public:
  ProductWork(const chain::Chain& chain, const plan::Group& group, int number, std::vector<plan::Product> products);

  const chain::Chain& chain;
  const plan::Group& group;
  const int number;
  const plan::ProductRows rows;  ///< where rows are reduced: then there is one family
  int first_scratch = 0;         ///< buffers of the parts of rows, one a part
  std::deque<Family> families;   ///< in the order of their first product

  [[nodiscard]] const plan::Product& first() const { return families.front().first(); }
  /// Right operands are unpacked here.
  [[nodiscard]] bool is_packed() const { return chain::is_packed(right_dtype()); }
  [[nodiscard]] chain::Dtype right_dtype() const { return chain.values[first().right].dtype; }
  /// Products of the largest family: sums that a block holds.
  [[nodiscard]] int sums() const;
  /// Product `i` of a family; where it has fewer, its last one again.
  [[nodiscard]] static const plan::Product& member(const Family& family, int i);
  [[nodiscard]] std::string type(int index) const { return std::string(chain::name(chain.values[index].dtype)); }
  /// As kernels name it: "int" for numbers of entries.
  [[nodiscard]] std::string stored_type(int index) const {
    return chain::is_index(chain.values[index].dtype) ? "int" : type(index);
  }
  /// "k1_matmul_add_gelu"; with a suffix after it for one of two launches.
  [[nodiscard]] std::string entry(std::string_view suffix = {}) const;
  /// The function that computes what follows a sum, of this family.
  [[nodiscard]] std::string function(const Family& family, std::string_view what) const;
  /// The text of a number that differs from family to family: "family == 0 ? 5 : 7", or just "5".
  [[nodiscard]] static std::string choose(const std::vector<std::string>& texts);
};

/// How an operand's matrices lie, as lines of a tile.
struct OperandLayout {
  bool along_k = true;                ///< a line's neighbours differ in k
  int together = 0;                   ///< bytes that can be moved at once: 16, 8, 4, or 0: element by element
  std::int64_t line = 0, step = 1;    ///< elements from line to line, and inside a line
  std::int64_t outer = 0, inner = 0;  ///< elements from matrix to matrix
  std::int64_t lines = 1, run = 1;    ///< how many there are
  /// The same walked along the other dimension, element by element.
  [[nodiscard]] OperandLayout turned() const;
};
[[nodiscard]] OperandLayout left_layout(const plan::Product& product, std::int64_t element_bytes);
[[nodiscard]] OperandLayout right_layout(const plan::Product& product, std::int64_t element_bytes);
/// Of packed weights: lines of bytes, a column each; of i4 a line is two rows.
[[nodiscard]] OperandLayout packed_layout(const plan::Product& product, chain::Dtype dtype);

}  // namespace codegen
