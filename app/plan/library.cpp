// One op more, as long as there is a call for it.
#include "plan/library.hpp"

#include <algorithm>

namespace plan {
namespace {

/// The other operand of a sum of which one is `made`; -1 where it is a number, or the same.
int added(const chain::Value& value, int made) {
  if (value.op != chain::Op::add) return -1;
  const int first = value.operands[0].value, second = value.operands[1].value;
  const int other = first == made ? second : first;
  return other == made ? -1 : other;
}

/// One op more after `made`; false where no call does it.
bool take(const chain::Chain& chain, int op, int made, LibraryEpilogue& epilogue) {
  using Activation = LibraryEpilogue::Activation;
  if (epilogue.activation != Activation::none) return false;
  const chain::Value& value = chain.values[op];
  if (value.dtype != chain.values[made].dtype || value.shape != chain.values[made].shape) return false;
  if (value.op == chain::Op::relu || value.op == chain::Op::gelu) {
    epilogue.activation = value.op == chain::Op::relu ? Activation::relu : Activation::gelu;
    return true;
  }
  const int other = added(value, made);
  if (other < 0) return false;
  const chain::Shape& shape = chain.values[other].shape;
  const bool full = shape == value.shape && value.shape.rows() > 1;
  const bool row = shape.elements() == shape.columns() && shape.columns() == value.shape.columns();
  int& place = full ? epilogue.residual : epilogue.bias;
  if (place >= 0 || !(full || row)) return false;
  place = other;
  return true;
}

}  // namespace

std::optional<LibraryEpilogue> library_epilogue(const chain::Chain& chain, const std::vector<int>& ops) {
  if (ops.empty() || chain.values[ops.front()].op != chain::Op::matmul) return std::nullopt;
  LibraryEpilogue epilogue;
  for (std::size_t i = 1; i < ops.size(); ++i) {
    const int made = ops[i - 1];
    // What another kernel needs too has to be written, which no call does on the way.
    if (chain.values[made].output || chain.readers(made) != std::vector{ops[i]}) return std::nullopt;
    if (!take(chain, ops[i], made, epilogue)) return std::nullopt;
  }
  return epilogue;
}

Partition by_library(const chain::Chain& chain) {
  Partition partition = apart(chain);
  for (const int op : chain.made()) {
    if (chain.values[op].op != chain::Op::matmul) continue;
    std::vector<int> call{op};
    while (true) {
      const std::vector<int> readers = chain.readers(call.back());
      if (readers.size() != 1) break;
      call.push_back(readers.front());
      const bool later = std::ranges::any_of(chain.values[call.back()].operands, [&](const chain::Operand& operand) {
        return !operand.is_literal() && operand.value > call[call.size() - 2];
      });
      if (later || !library_epilogue(chain, call)) {
        call.pop_back();
        break;
      }
    }
    for (const int joined : call) join(partition, partition[op], partition[joined]);
  }
  return partition;
}

}  // namespace plan
