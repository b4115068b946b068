// What follows the sums of a product: the chain's own ops on one element, and how their operands come to them.
#pragma once

#include "codegen/product_work.hpp"

#include <functional>
#include <string>
#include <vector>

namespace codegen {

/// The ops on one element, as a function: from sums and operands to what is stored.
[[nodiscard]] std::string element_function(const ProductWork& work, const Family& family);

/// A function that finishes two neighbouring columns of one row: reads their operands, stores their results. Where a
/// row is reduced it folds them into the parts of the row; with `keeps` it leaves what the row's exponentials are made
/// of to a second look.
[[nodiscard]] std::string finish_function(const ProductWork& work, const Family& family, bool keeps = false);
/// "p1, p2, p5": the tensors that the finish function takes, after matrix row, column and sums. Numbers of entries it
/// takes as such, after these.
[[nodiscard]] std::vector<std::string> finish_arguments(const Family& family);

/// The call of the element function: `sum` and `read` are the texts of its operands, `element` that of its number.
[[nodiscard]] std::string element_call(const ProductWork& work, const Family& family,
                                       const std::function<std::string(int product)>& sum,
                                       const std::function<std::string(int read)>& read, const std::string& element);

/// Where in its tensor the operand of (row, column) lies; `row` counts all rows of all matrices.
[[nodiscard]] std::string operand_place(const Family& family, int read, const std::string& row,
                                        const std::string& column);

/// A kernel's parameters and, in it, its arguments: each tensor once, what is read before what is written.
[[nodiscard]] std::vector<std::string> product_parameters(const ProductWork& work, Kernel& kernel);

/// The comment above a kernel of products; `how` are its last lines.
[[nodiscard]] std::string product_comment(const ProductWork& work, const std::vector<std::string>& how);

}  // namespace codegen
