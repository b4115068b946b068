// One op more, as long as there is a call for it.
#include "plan/library.hpp"

#include "plan/library_epilogue.hpp"
#include "plan/piece.hpp"

namespace plan {
namespace {

bool is_one_call(const chain::Chain& chain, const std::vector<int>& ops) {
  Piece piece(chain, ops);
  return library_epilogue(chain, {std::move(piece.ops), std::move(piece.reads), std::move(piece.writes)}).has_value();
}

}  // namespace

Partition by_library(const chain::Chain& chain) {
  Partition partition = apart(chain);
  for (const int op : chain.made()) {
    if (chain.values[op].op != chain::Op::matmul) continue;
    std::vector<int> call{op};
    while (true) {
      const std::vector<int> readers = chain.readers(call.back());
      if (readers.size() != 1) break;
      call.push_back(readers.front());
      Partition together = partition;
      join(together, partition[op], partition[call.back()]);
      if (!is_one_call(chain, call) || !ordered(chain, together)) break;
      partition = std::move(together);
    }
  }
  return partition;
}

}  // namespace plan
