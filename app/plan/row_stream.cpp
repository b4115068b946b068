// What no list of a first sweep takes waits for the second one, and so does all that is made of it.
#include "plan/row_stream.hpp"

#include <algorithm>

namespace plan {
namespace {

bool takes(const ProductRows& rows, int op) {
  return rows.on_elements(op) || rows.part(op) != nullptr || lists(rows.rows, op);
}

}  // namespace

bool RowStream::rescales() const {
  return std::ranges::any_of(first.parts, [](const RowPart& part) { return part.maximum >= 0; });
}

RowStream row_stream(const chain::Chain& chain, const std::vector<int>& ops) {
  RowStream stream{product_rows(chain, ops), {}};
  const auto waits = [&](int op) { return lists(stream.second, op); };
  for (const int op : ops) {
    const bool of_second = std::ranges::any_of(chain.values[op].operands, [&](const chain::Operand& operand) {
      return !operand.is_literal() && waits(operand.value);
    });
    if (of_second || !takes(stream.first, op)) stream.second.push_back(op);
  }
  std::erase_if(stream.first.tile, waits);
  std::erase_if(stream.first.shifted, waits);
  std::erase_if(stream.first.rows, waits);
  std::erase_if(stream.first.parts, [&](const RowPart& part) { return waits(part.op); });
  return stream;
}

}  // namespace plan
