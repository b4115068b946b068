// The chain edited card by card: each edit is another text of the chain, or the sentence why there is none.
#pragma once

#include "chain/chain.hpp"

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace chain {

using EditedText = std::expected<std::string, std::string>;

/// `op` and `input` are values of the chain. An edited chain is written one op a line, without comments.
[[nodiscard]] EditedText without_op(const Chain& chain, int op);
/// `what`: an op of one operand, or "row", "tensor" (+ a new operand), "number" (* 2).
[[nodiscard]] EditedText with_op_after(const Chain& chain, int op, std::string_view what);
/// Another op of as many operands in its place.
[[nodiscard]] EditedText with_op_instead(const Chain& chain, int op, std::string_view name);
/// This op after the one that reads it.
[[nodiscard]] EditedText with_op_later(const Chain& chain, int op);
/// A row for all rows, or as large as the chain's largest tensor.
[[nodiscard]] EditedText with_operand(const Chain& chain, int input, bool full);
/// Every input of this dtype.
[[nodiscard]] EditedText with_dtype(const Chain& chain, Dtype dtype);
/// So many rows as `rows`, or half of them.
[[nodiscard]] EditedText with_rows(const Chain& chain, bool twice);

/// Ops that may stand in this one's place, itself among them; fewer than two: there is no choice.
[[nodiscard]] std::vector<std::string_view> alternatives(const Chain& chain, int op);
/// The input tensors that this op reads, and that may be a row or a full tensor.
[[nodiscard]] std::vector<int> operands_of(const Chain& chain, int op);

}  // namespace chain
