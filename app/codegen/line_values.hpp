// Which value of the chain each line of a kernel's text is about, as the emitter names them: v3 is value 3 while it is
// computed, p3 where it lies in memory, a3 and kept3 what was read of it, b3 and out3 what will be written.
#pragma once

#include <string_view>
#include <vector>

namespace codegen {

struct LineValue {
  enum class Does { nothing, reads, makes, writes } does = Does::nothing;
  int value = -1;  ///< index in the chain's values
  bool operator==(const LineValue&) const = default;
};

/// One a line, in order. A text that the emitter did not write has names of its own, and mostly nothing.
[[nodiscard]] std::vector<LineValue> values_of_lines(std::string_view source);

}  // namespace codegen
