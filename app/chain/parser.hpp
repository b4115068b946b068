// Chain text to Chain.
#pragma once

#include "base/expected.hpp"
#include "chain/chain.hpp"

#include <string_view>

namespace chain {

inline constexpr std::int64_t max_text_bytes = 64 * 1024;
inline constexpr int max_ops = 192;  ///< a backward pass has three to four times the ops of its forward pass
inline constexpr int max_nesting = 64;
inline constexpr std::int64_t max_elements = std::int64_t{1} << 40;
inline constexpr std::size_t max_dimensions = 8;
inline constexpr std::size_t max_product_dimensions = 4;  ///< batch, heads, rows, columns
inline constexpr std::int64_t max_product_size =
    (std::int64_t{1} << 31) - 1;  ///< of rows, of columns, of what is summed

/// Grammar, one statement a line (or ';'), '#' begins a comment:
///   NAME ':' DTYPE '[' INT (',' INT)* ']'      an input
///   NAME '=' EXPRESSION                        an op or several
///   'out' NAME (',' NAME)*                     the outputs; without any 'out', the last value is the one
/// EXPRESSION: + - * / @ and unary -, function calls, numbers, names, parentheses.
/// DTYPE: f32, f16, bf16; i8 and i4 for a matrix of packed weights that dequant(w, s) makes numbers of, s being a row
/// of one scale a column: y = x @ dequant(w, s); i32 for a table of slices' numbers, by which gather(pool, table)
/// fetches, or of one number a row, by which pick(z, t) takes an entry of each (chain/gather.hpp), or of where groups
/// of rows end, by which grouped(x, w, ends) takes a matrix of its own for each, or of the rows to which
/// scatter_add(v, i, n) adds (chain/grouped.hpp). Compositions
/// rmsnorm(x[, gain]), layernorm(x[, gain[, bias]]), softmax(x), cross_entropy(z, t) expand to primitive ops. One
/// syntax error a line, all lines; then every other error at once.
[[nodiscard]] base::Expected<Chain> parse(std::string_view text, std::string_view file = "<chain>");

}  // namespace chain
