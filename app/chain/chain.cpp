// Questions about a chain: who reads what, which values are inputs, outputs, full.
#include "chain/chain.hpp"

#include <algorithm>

namespace chain {
namespace {

template <class Condition>
std::vector<int> values_where(const Chain& chain, Condition condition) {
  std::vector<int> found;
  for (int v = 0; v < static_cast<int>(chain.values.size()); ++v) {
    if (condition(chain.values[v])) found.push_back(v);
  }
  return found;
}

}  // namespace

std::vector<int> Chain::inputs() const {
  return values_where(*this, [](const Value& v) { return v.op == Op::input; });
}

std::vector<int> Chain::ops() const {
  return values_where(*this, [](const Value& v) { return v.op != Op::input; });
}

std::vector<int> Chain::outputs() const {
  return values_where(*this, [](const Value& v) { return v.output; });
}

std::vector<int> Chain::consumers(int value) const {
  return values_where(*this, [&](const Value& v) {
    return std::any_of(v.operands.begin(), v.operands.end(), [&](const Operand& o) { return o.value == value; });
  });
}

int Chain::find(std::string_view name) const {
  const auto found = std::find_if(values.begin(), values.end(), [&](const Value& v) { return v.name == name; });
  return found == values.end() ? -1 : static_cast<int>(found - values.begin());
}

std::int64_t Chain::full_elements() const {
  std::int64_t most = 0;
  for (const Value& value : values) most = std::max(most, value.shape.elements());
  return most;
}

}  // namespace chain
