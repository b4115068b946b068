// Each run of neighbours is one copy; runs are dealt to the threads in the order of the result.
#include "device/cpu/gather_runner.hpp"

#include "base/error.hpp"
#include "chain/gather.hpp"
#include "device/cpu/engine.hpp"
#include "device/cpu/table.hpp"
#include "device/cpu/workspace.hpp"
#include "plan/reads.hpp"

#include <algorithm>

namespace device::cpu {

Gathering gathering(const chain::Chain& chain, int op) {
  const chain::Value& value = chain.values[op];
  const chain::Shape &pool = chain.values[value.operands[0].value].shape,
                     &table = chain.values[value.operands[1].value].shape;
  Gathering what{value.operands[0].value, value.operands[1].value, op};
  what.entries = table.columns();
  what.outer = table.rows();
  if (value.op == chain::Op::pick) {
    what.own = pool.columns();
    return what;
  }
  what.slice = pool.elements() / pool.dims.front();
  what.run = chain::page_rows(pool) * pool.columns();
  what.heads = what.slice / what.run;
  return what;
}

void GatherRunner::bring(std::int64_t number, bool last) const {
  const Tensor &from = tensors_[what_.pool], &to = tensors_[what_.to];
  const std::int64_t entry = number % what_.entries, head = number / what_.entries % what_.heads;
  const std::int64_t row = number / what_.entries / what_.heads;
  const std::int64_t slice = slice_at(tensors_[what_.table], row * what_.entries, entry, what_.entries, fault_);
  const std::int64_t size = size_of(from.format);
  const Operand operand{from.data + (row * what_.own + slice * what_.slice + head * what_.run) * size, 1, from.format};
  Call call;
  call.a = &operand;
  call.out = to.data + number * what_.run * size;
  call.out_format = to.format;
  call.stream = to.stream;
  call.count = what_.run - (fault_ == Fault::short_tail && last ? 1 : 0);
  const bool wrong = fault_ == Fault::wrong_op;
  (wrong ? kernels().ops[static_cast<std::size_t>(chain::Op::neg)] : kernels().copy).edge(call);
}

Traffic GatherRunner::run(bool counting, const std::stop_token& stop) {
  const std::int64_t runs = what_.runs();
  pool_.run([&](int thread) {
    Share share = share_of(runs, thread, pool_.size());
    if (fault_ == Fault::skipped_thread && share.last == runs) share.last = share.first;
    for (std::int64_t number = share.first; number < share.last && !stop.stop_requested(); ++number) {
      bring(number, number + 1 == runs);
    }
  });
  if (stop.stop_requested()) throw base::Cancelled();
  if (!counting) return {};
  const std::int64_t bytes = runs * what_.run * size_of(tensors_[what_.pool].format);
  const std::int64_t fetched = what_.own == 0 ? bytes : runs * std::min(what_.own * bytes / runs, plan::sector);
  return {fetched + what_.outer * what_.entries * entry_bytes, bytes};
}

}  // namespace device::cpu
