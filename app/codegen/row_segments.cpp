// A long row's two kernels.
#include "codegen/row_segments.hpp"

#include "codegen/row_kernel.hpp"
#include "codegen/row_sweep.hpp"

#include <fmt/format.h>

#include <string>

namespace codegen {
namespace {

/// What a reduction leaves for each segment.
struct Parts {
  int op = 0;
  Argument argument;
  std::string name;
};

/// Which row a block has, and which segment of it.
void choose_segment(RowKernel& kernel, const RowLayout& rows) {
  const std::int64_t segments = rows.launch.segments, width = rows.launch.width;
  const std::int64_t vectors = (rows.view.columns / width + segments - 1) / segments;
  kernel.out.line("constexpr i64 segments = {}, length = {};  // of a row, elements of a segment", segments,
                  vectors * width);
  kernel.out.text("const int lane = threadIdx.x;");
  kernel.row_from("blockIdx.x / segments");
  kernel.out.text("const i64 begin = blockIdx.x % segments * length;");
  kernel.out.text("const i64 end = begin + length < columns ? begin + length : columns;");
}

/// A thread's part of a reduction as it is of the segment, whose maximum is known by then.
std::string part_of_segment(const RowLayout& rows, int op) {
  const int maximum = rows.maximum_of(op);
  if (maximum < 0) return part_of_thread(rows, op);
  return fmt::format("{} * rescale(own{}, part{})", part_of_thread(rows, op), maximum, maximum);
}

Kernel segments_kernel(const RowLayout& rows, const std::vector<Parts>& parts) {
  const View& view = rows.view;
  RowKernel kernel(rows, view.entry("parts"), rows.launch.segments * view.rows);
  kernel.take_tensors(view.group.reads, true, "const ");
  for (const int write : view.group.writes) {
    if (rows.writes_in(0, write)) kernel.take_tensors({write}, true, "");
  }
  kernel.take_tensors(view.group.reads, false, "const ");
  for (const Parts& part : parts) kernel.take(part.argument, fmt::format("f32* __restrict__ {}", part.name));
  kernel.open_for_sweeps();
  choose_segment(kernel, rows);
  kernel.read_narrow();
  kernel.define_narrow(0, false);  // if they are written, then by the second launch
  write_sweep(kernel.out, rows, 0);
  for (const Parts& part : parts) {
    kernel.out.line("const f32 part{} = f32({});", part.op, kernel.joined(part.op, part_of_segment(rows, part.op)));
    kernel.out.line("if (lane == 0) {}[blockIdx.x] = part{};", part.name, part.op);
  }
  std::vector<std::string> words = rows.words();
  words.emplace_back(
      rows.sweeps.count == 1
          ? "Few rows, each long: the first launch leaves a number a segment, the second joins them."
          : "Few rows, each long: the first launch leaves numbers of each segment, the second joins them");
  if (rows.sweeps.count > 1) words.emplace_back("and sweeps the segment again.");
  return kernel.close(header_comment(view, words));
}

/// Every thread gets the row's numbers.
void join_segments(RowKernel& kernel, const RowLayout& rows, const std::vector<Parts>& parts) {
  for (const Parts& part : parts) {
    const bool largest = rows.is_max(part.op);
    const int maximum = rows.maximum_of(part.op);
    const std::string of_segment = fmt::format("{}[row * segments + s]", part.name);
    kernel.out.line("f32 own{} = {};", part.op, largest ? "-infinity()" : "0.0f");
    kernel.out.open("for (int s = lane; s < segments; s += lanes)");
    if (largest) {
      kernel.out.line("own{0} = Larger()(own{0}, {1});", part.op, of_segment);
    } else if (maximum < 0) {
      kernel.out.line("own{0} += {1};", part.op, of_segment);
    } else {
      kernel.out.line("own{0} += {1} * expf(parts{2}[row * segments + s] - v{2});", part.op, of_segment, maximum);
    }
    kernel.out.close();
    kernel.define_reduction(part.op, fmt::format("own{}", part.op));
  }
}

Kernel finishing_kernel(const RowLayout& rows, const std::vector<Parts>& parts) {
  const View& view = rows.view;
  RowKernel kernel(rows, view.entry("finish"), view.rows);
  kernel.take_tensors(view.group.reads, false, "const ");
  kernel.take_tensors(view.group.writes, false, "");
  for (const Parts& part : parts) kernel.take(part.argument, fmt::format("const f32* __restrict__ {}", part.name));
  kernel.open();
  kernel.out.line("constexpr int segments = {}, lanes = {};", rows.launch.segments, rows.launch.lanes);
  kernel.out.text("const int lane = threadIdx.x;");
  kernel.row_from("blockIdx.x");
  kernel.read_narrow();
  kernel.define_narrow(0);
  join_segments(kernel, rows, parts);
  kernel.define_narrow(1);
  return kernel.close(fmt::format("// Kernel {}, second launch: joins the segments of each row.\n", view.number + 1));
}

/// Each block joins all segments of its row, which is little, and sweeps its own again.
Kernel sweeping_kernel(const RowLayout& rows, const std::vector<Parts>& parts) {
  const View& view = rows.view;
  RowKernel kernel(rows, view.entry("finish"), rows.launch.segments * view.rows);
  kernel.take_tensors(view.group.reads, true, "const ");
  for (const int write : view.group.writes) {
    if (!rows.writes_in(0, write)) kernel.take_tensors({write}, view.is_wide(write), "");
  }
  kernel.take_tensors(view.group.reads, false, "const ");
  for (const Parts& part : parts) kernel.take(part.argument, fmt::format("const f32* __restrict__ {}", part.name));
  kernel.open_for_sweeps(false);
  choose_segment(kernel, rows);
  kernel.write_by_first_segment();
  kernel.read_narrow();
  kernel.define_narrow(0);
  join_segments(kernel, rows, parts);
  kernel.define_narrow(1);
  write_sweep(kernel.out, rows, 1);
  return kernel.close(fmt::format(
      "// Kernel {}, second launch: joins the segments of each row, then sweeps them again.\n", view.number + 1));
}

}  // namespace

std::vector<Kernel> lower_segments(const RowLayout& rows, std::vector<std::int64_t>& scratch) {
  std::vector<Parts> parts;
  for (const int op : rows.reductions(0)) {
    parts.push_back({op, {Argument::Kind::scratch, static_cast<int>(scratch.size()), 0}, fmt::format("parts{}", op)});
    scratch.push_back(rows.view.rows * rows.launch.segments * 4);
  }
  std::vector<Kernel> kernels;
  kernels.push_back(segments_kernel(rows, parts));
  kernels.push_back(rows.sweeps.count == 1 ? finishing_kernel(rows, parts) : sweeping_kernel(rows, parts));
  return kernels;
}

}  // namespace codegen
