// Launch, sweeps and indices of a group over rows.
#include "codegen/row_layout.hpp"

#include "base/units.hpp"
#include "plan/launches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace codegen {
namespace {

plan::Sweeps sweeps_of(const View& view, bool keep) {
  return plan::sweeps_of(plan::Piece(view.chain, view.group.ops), keep);
}

RowNeeds needs_of(const View& view, const plan::Sweeps& sweeps, const Target& target) {
  RowNeeds needs;
  needs.rows = view.rows;
  needs.columns = view.columns;
  needs.widest = view.widest();
  needs.kept_bytes = sweeps.bytes;
  needs.shared_bytes = 4 * sweeps.slots;
  needs.sweeps = sweeps.count;
  needs.full_reads = view.full_reads();
  needs.segments = plan::segments(view.chain, view.group, target.multiprocessors);
  return needs;
}

}  // namespace

RowLayout::RowLayout(const View& group, const Target& target)
    : view(group), sweeps(sweeps_of(group, true)), launch(row_launch(needs_of(group, sweeps, target), target)) {
  if (launch.keep == Keep::nowhere) sweeps = sweeps_of(view, false);
}

bool RowLayout::exact() const {
  return launch.vectors * launch.lanes * launch.width * launch.segments == view.columns;
}

std::vector<int> RowLayout::reductions(int sweep) const {
  std::vector<int> list;
  std::ranges::copy_if(view.group.ops, std::back_inserter(list),
                       [&](int op) { return view.reduces(op) && sweeps.available[op] == sweep + 1; });
  return list;
}

bool RowLayout::writes_in(int sweep, int op) const {
  return view.made_here(op) && view.is_wide(op) && view.written(op) && sweeps.available[op] == sweep;
}

std::string RowLayout::row_text(int value) const {
  const Place& place = view.place(value);
  const std::int64_t rows = place.wide ? place.period / view.columns : place.period;
  if (rows == 1) return "0";
  return rows == view.rows ? "row" : fmt::format("row % {}", rows);
}

std::string RowLayout::place_text(int value) const {
  const std::string row = row_text(value);
  if (!view.is_wide(value)) return row;
  if (row == "0") return "c";
  return row == "row" ? "row * columns + c" : fmt::format("({}) * columns + c", row);
}

std::vector<std::string> RowLayout::words() const {
  std::string who = fmt::format("{} lanes a row", launch.lanes);
  if (whole_block()) who = in_segments() ? "a block a segment" : "a block a row";
  std::vector<std::string> lines = {fmt::format(
      "Launch: {} blocks of {} threads, {}; each thread has {} x {} elements of it.",
      base::group_digits(launch.blocks * launch.segments), launch.threads, who, launch.vectors, launch.width)};
  if (sweeps.count == 1) return lines;
  if (launch.reads_last)
    lines.emplace_back("What is read is marked to leave L2 last; what is written leaves it first.");
  switch (launch.keep) {
    case Keep::registers:
      lines.emplace_back("The row is read once and stays in registers between its sweeps.");
      break;
    case Keep::shared:
      lines.push_back(fmt::format("The row is read once and stays in {} bytes of shared memory between its sweeps.",
                                  base::group_digits(launch.shared)));
      break;
    case Keep::nowhere:
      lines.push_back(
          fmt::format("The row is too long to stay on chip: each of its {} sweeps reads it again.", sweeps.count));
      break;
  }
  return lines;
}

}  // namespace codegen
