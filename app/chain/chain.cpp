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

std::vector<int> Chain::made() const {
  std::vector<int> found = ops();
  std::erase_if(found, [&](int op) { return is_free_view(op); });
  return found;
}

std::vector<int> Chain::outputs() const {
  return values_where(*this, [](const Value& v) { return v.output; });
}

bool Chain::has_product() const {
  return std::ranges::find_if(values, multiplies, &Value::op) != values.end();
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
  for (int v = 0; v < static_cast<int>(values.size()); ++v) {
    const std::int64_t elements = values[v].shape.elements();
    if (elements > most && !is_index(values[v].dtype) && !is_pool(v)) most = elements;
  }
  return most;
}

bool Chain::is_pool(int value) const {
  bool fetched = false;
  for (const Value& user : values) {
    for (std::size_t i = 0; i < user.operands.size(); ++i) {
      if (user.operands[i].value != value) continue;
      if (user.op != Op::gather || i != 0) return false;
      fetched = true;
    }
  }
  return fetched;
}

bool Chain::is_full(int value) const {
  if (is_index(values[value].dtype)) return false;
  if (is_pool(value)) return std::ranges::any_of(consumers(value), [&](int fetched) { return is_full(fetched); });
  const Shape& shape = values[value].shape;
  if (shape.elements() == full_elements()) return true;
  const auto alike = [&](int other) { return values[other].shape == shape || values[in_memory(other)].shape == shape; };
  return std::ranges::any_of(values, [&](const Value& v) {
    if (v.op == Op::scatter_add) return v.shape == shape || alike(v.operands[0].value);
    return multiplies(v.op) && (v.shape == shape || alike(v.operands[0].value) || alike(v.operands[1].value));
  });
}

bool Chain::is_free_view(int value) const {
  const Value& view = values[value];
  // What `merge` joins lies apart in memory: no product walks that with one stride.
  if ((view.op != Op::transpose && view.op != Op::heads) || view.output) return false;
  const auto walks = [&](int user) {
    const Value& by = values[user];
    if (by.op == Op::matmul) return true;
    // Groups begin at any row: rows of x lie one after the other. A transpose of each expert's matrix is no matter.
    if (by.op == Op::grouped) return view.op == Op::transpose && by.operands[0].value != value;
    return is_free_view(user);
  };
  return std::ranges::all_of(consumers(value), walks);
}

int Chain::in_memory(int value) const {
  return is_free_view(value) ? in_memory(values[value].operands[0].value) : value;
}

std::vector<int> Chain::readers(int value) const {
  std::vector<int> found;
  for (const int user : consumers(value)) {
    if (!is_free_view(user)) {
      found.push_back(user);
      continue;
    }
    for (const int reader : readers(user)) found.push_back(reader);
  }
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return found;
}

}  // namespace chain
