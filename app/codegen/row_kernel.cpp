// Head, row and narrow values of a kernel over rows.
#include "codegen/row_kernel.hpp"

#include "codegen/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace codegen {

RowKernel::RowKernel(const RowLayout& rows, std::string entry, std::int64_t blocks) : rows_(rows), view_(rows.view) {
  kernel_.group = view_.number;
  kernel_.entry = std::move(entry);
  kernel_.options = options_of(view_.group.knobs);
  kernel_.launch.grid = {blocks, 1, 1};
  kernel_.launch.block = {rows.launch.threads, 1, 1};
}

void RowKernel::take_tensors() {
  kernel_.arguments = view_.arguments();
  parameters_ = view_.parameters();
}

void RowKernel::take_tensors(const std::vector<int>& list, bool wide, std::string_view qualifier) {
  for (const int index : list) {
    if (view_.is_wide(index) != wide) continue;
    take({Argument::Kind::tensor, index, 0},
         fmt::format("{}{}* __restrict__ p{}", qualifier, view_.stored_type(index), index));
  }
}

void RowKernel::take(const Argument& argument, std::string parameter) {
  kernel_.arguments.push_back(argument);
  parameters_.push_back(std::move(parameter));
}

void RowKernel::open() {
  const int resident = view_.group.knobs.registers ? 0 : rows_.launch.resident;
  out.open(signature(kernel_.entry, rows_.launch.threads, parameters_, resident));
}

void RowKernel::open_for_sweeps(bool first) {
  open();
  kernel_.launch.dynamic_shared = rows_.launch.shared;
  const bool all_rows = rows_.spare_rows() || rows_.loops_over_rows();
  // One row that threads share out evenly is never indexed by row nor asked for its end.
  out.line("{}constexpr i64 {}columns = {};",
           view_.rows == 1 && rows_.unrolled() && rows_.exact() ? "[[maybe_unused]] " : "",
           all_rows ? fmt::format("rows = {}, ", view_.rows) : "", view_.columns);
  out.line("constexpr int width = {}, lanes = {};", rows_.launch.width, rows_.launch.lanes);
  if (rows_.unrolled()) out.line("constexpr int vectors = {};", rows_.launch.vectors);
  const bool sums = std::ranges::any_of(view_.group.ops, [&](int op) { return view_.reduces(op) && rows_.folded(op); });
  if (sums && first)
    out.text("constexpr int fold = 16 * lanes * width;  // a thread adds 16 vectors in f32, these sums in double");
  if (rows_.in_shared()) {
    out.text("extern __shared__ uint4 dynamic_shared[];");
    out.text("f32* const kept = reinterpret_cast<f32*>(dynamic_shared);");
  }
}

void RowKernel::row_from(std::string text) {
  row_mark_ = out.mark();
  row_ = std::move(text);
}

void RowKernel::choose_row() {
  if (rows_.whole_block()) {
    out.text("const int lane = threadIdx.x;");
    if (rows_.loops_over_rows()) {
      out.open("for (i64 row = blockIdx.x; row < rows; row += gridDim.x)");
    } else {
      row_from("blockIdx.x");
    }
    return;
  }
  out.text("const int lane = threadIdx.x % lanes;");
  const int of_block = rows_.launch.rows();
  std::string chosen = fmt::format("i64(blockIdx.x) * {} + threadIdx.x / lanes", of_block);
  if (rows_.loops_over_rows()) {
    out.open(fmt::format("for (i64 start = blockIdx.x; start * {} < rows; start += gridDim.x)", of_block));
    chosen = fmt::format("start * {} + threadIdx.x / lanes", of_block);
  }
  if (!rows_.spare_rows()) {
    out.line("const i64 row = {};", chosen);
    return;
  }
  // All lanes of a warp take part in its exchanges: those without a row do the last one again and write nothing.
  out.line("const i64 chosen = {};", chosen);
  out.text("const bool active = chosen < rows;");
  out.text("const i64 row = active ? chosen : rows - 1;");
}

void RowKernel::read_narrow() {
  for (const int read : view_.group.reads) {
    if (view_.is_wide(read)) continue;
    if (view_.is_index(read)) {
      out.line("[[maybe_unused]] const int v{0} = p{0}[{1}];", read, rows_.row_text(read));
      continue;
    }
    out.line("const f32 v{0} = to_f32(p{0}[{1}]);", read, rows_.row_text(read));
  }
}

void RowKernel::define_narrow(int sweeps, bool writes) {
  for (const int op : view_.group.ops) {
    if (view_.is_wide(op) || view_.reduces(op) || rows_.sweeps.available[op] != sweeps) continue;
    out.text(definition(view_, op, rows_.row_text(op)));
    if (writes && view_.written(op)) write_narrow(op);
  }
}

std::string RowKernel::joined(int op, const std::string& part) const {
  if (rows_.in_order(op)) return part;  // one lane has it all
  if (rows_.is_variance(op)) {
    return fmt::format("{}<lanes>({})", rows_.whole_block() ? "variance_block" : "variance_lanes", part);
  }
  return fmt::format("{}<lanes>({}, {})", rows_.whole_block() ? "reduce_block" : "reduce_lanes", part,
                     rows_.is_max(op) ? "Larger()" : "Add()");
}

void RowKernel::define_reduction(int op, const std::string& part) {
  std::string result = joined(op, part);
  if (view_.value(op).op == chain::Op::mean)
    result = fmt::format("{} / {}", result, literal(static_cast<double>(view_.columns)));
  result = fmt::format("f32({})", result);
  if (view_.value(op).dtype != chain::Dtype::f32 && view_.written(op) && view_.read_here(op)) {
    result = fmt::format("rounded<{}>({})", view_.type(op), result);
  }
  out.line("const f32 v{} = {};", op, result);
  if (view_.written(op)) write_narrow(op);
}

void RowKernel::write_narrow(int op) {
  const std::string_view also = first_segment_        ? " && blockIdx.x % segments == 0"
                                : rows_.guards_rows() ? " && active"
                                                      : "";
  out.line("if (lane == 0{}) p{}[{}] = narrow<{}>(v{});", also, op, rows_.row_text(op), view_.type(op), op);
}

Kernel RowKernel::close(const std::string& comment) {
  const bool used = out.since(row_mark_, " row ") || out.since(row_mark_, "(row ") || out.since(row_mark_, "[row");
  if (!row_.empty() && used) out.insert(row_mark_, "const i64 row = " + row_ + ";");
  out.close();
  kernel_.source = comment + out.take();
  return std::move(kernel_);
}

}  // namespace codegen
