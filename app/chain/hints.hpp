// What to say to names that are no op and no dtype, and to wrong numbers of operands.
#pragma once

#include "chain/dtype.hpp"
#include "chain/op.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace chain {

/// Whether an op or a composition has that name.
[[nodiscard]] bool is_function(std::string_view name);
/// The name that is nearest; nothing if none is near.
[[nodiscard]] std::optional<std::string> hint_for_typo(std::string_view typed,
                                                       const std::vector<std::string_view>& known);
[[nodiscard]] std::string hint_for_function(std::string_view typed);
[[nodiscard]] std::string hint_for_dtype(std::string_view typed);
[[nodiscard]] std::string hint_for_arity(Op op);

}  // namespace chain
