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
    int last = op;
    while (true) {
      const std::vector<int> readers = chain.readers(last);
      if (readers.size() != 1) break;
      last = readers.front();
      Partition together = partition;
      join(together, partition[op], partition[last]);
      // With all that the reader was joined to before: a sum of two products is an epilogue of one of them.
      if (!is_one_call(chain, part(together, together[op])) || !ordered(chain, together)) break;
      partition = std::move(together);
    }
  }
  return partition;
}

}  // namespace plan
