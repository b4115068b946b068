// What to say to names that are no op and no dtype, and to wrong numbers of operands.
#pragma once

#include "chain/dtype.hpp"
#include "chain/op.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace chain {

/// Whether an op or a composition has that name.
[[nodiscard]] bool is_function(std::string_view name);
[[nodiscard]] std::string hint_for_function(std::string_view typed);
[[nodiscard]] std::string hint_for_dtype(std::string_view typed);
[[nodiscard]] std::string hint_for_arity(Op op);

}  // namespace chain
