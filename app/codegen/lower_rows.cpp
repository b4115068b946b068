// Rows: each is swept once for a reduction, and again for what is made of it, from where it was kept.
#include "codegen/lower.hpp"
#include "codegen/row_kernel.hpp"
#include "codegen/row_segments.hpp"
#include "codegen/row_sweep.hpp"

#include <algorithm>

namespace codegen {

bool over_rows(const View& view) {
  return view.columns > 1 && std::ranges::any_of(view.group.ops, [&](int op) { return view.reduces(op); });
}

std::vector<Kernel> lower_rows(const View& view, const Target& target, std::vector<std::int64_t>& scratch) {
  const RowLayout rows(view, target);
  if (rows.in_segments()) return lower_segments(rows, scratch);
  RowKernel kernel(rows, view.entry(), rows.launch.blocks);
  kernel.take_tensors();
  kernel.open_for_sweeps();
  kernel.choose_row();
  kernel.read_narrow();
  kernel.define_narrow(0);
  for (int sweep = 0; sweep < rows.sweeps.count; ++sweep) {
    write_sweep(kernel.out, rows, sweep);
    for (const int op : rows.reductions(sweep)) kernel.define_reduction(op, part_of_row(rows, op));
    kernel.define_narrow(sweep + 1);
  }
  if (rows.loops_over_rows()) kernel.out.close();
  std::vector<Kernel> kernels;
  kernels.push_back(kernel.close(header_comment(view, rows.words())));
  return kernels;
}

}  // namespace codegen
