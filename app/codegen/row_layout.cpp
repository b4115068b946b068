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
  const plan::Piece piece(view.chain, view.group);
  const bool streams = view.group.schedule == plan::Schedule::streaming;
  return streams ? plan::streaming_sweeps(piece) : plan::sweeps_of(piece, keep);
}

plan::RowStream stream_of(const View& view) {
  if (view.group.schedule != plan::Schedule::streaming) return {};
  return plan::row_stream(view.chain, view.group.ops);
}

RowNeeds needs_of(const View& view, const plan::Sweeps& sweeps, const Target& target) {
  RowNeeds needs;
  needs.rows = view.rows;
  needs.columns = view.columns;
  needs.widest = view.widest();
  needs.kept_bytes = sweeps.bytes;
  needs.shared_bytes = 4 * sweeps.slots;
  needs.sweeps = sweeps.count;
  needs.rounds = sweeps.rounds();
  needs.variance =
      std::ranges::any_of(view.group.ops, [&](int op) { return view.chain.values[op].op == chain::Op::var; });
  needs.full_reads = view.full_reads();
  needs.segments = plan::segments(view.chain, view.group, target.multiprocessors);
  needs.in_order = std::ranges::any_of(view.group.ops, [&](int op) { return view.chain.in_order(op); });
  needs.streams = view.group.schedule == plan::Schedule::streaming;
  needs.knobs = view.group.knobs;
  return needs;
}

}  // namespace

RowLayout::RowLayout(const View& group, const Target& target)
    : view(group),
      stream(stream_of(group)),
      sweeps(sweeps_of(group, true)),
      launch(row_launch(needs_of(group, sweeps, target), target)) {
  if (launch.keep == Keep::nowhere) sweeps = sweeps_of(view, false);
}

bool RowLayout::exact() const {
  return launch.vectors * launch.lanes * launch.width * launch.segments == view.columns;
}

int RowLayout::maximum_of(int op) const {
  const plan::RowPart* part = stream.first.part(op);
  return part == nullptr ? -1 : part->maximum;
}

std::vector<int> RowLayout::sums_beside(int maximum) const {
  std::vector<int> sums;
  for (const plan::RowPart& part : stream.first.parts) {
    if (part.maximum == maximum) sums.push_back(part.op);
  }
  return sums;
}

bool RowLayout::only_added(int sweep, int op) const {
  return sweep == 0 && std::ranges::find(stream.first.shifted, op) != stream.first.shifted.end();
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
  std::string who = launch.lanes == 1 ? "a thread a row" : fmt::format("{} lanes a row", launch.lanes);
  if (whole_block()) who = in_segments() ? "a block a segment" : "a block a row";
  std::vector<std::string> lines = {fmt::format(
      "Launch: {} blocks of {} threads, {}; each thread has {} x {} elements of it.",
      base::group_digits(launch.blocks * launch.segments), launch.threads, who, launch.vectors, launch.width)};
  if (streams()) {
    lines.emplace_back("A sum of exponentials is kept beside the largest element so far: it is multiplied by exp(old");
    lines.emplace_back(
        "largest - new largest) where a larger one comes, so that no sweep waits for the row's maximum.");
  }
  for (const int op : view.group.ops) {
    if (!in_order(op)) continue;
    lines.push_back(
        fmt::format("v{} is added in order, one element after the other: each partial sum is rounded to {}.", op,
                    chain::name(*view.value(op).accumulate)));
  }
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
      lines.push_back(fmt::format("The row {}: each of its {} sweeps reads it{}.",
                                  view.group.knobs.keep ? "is kept nowhere" : "is too long to stay on chip",
                                  sweeps.count, streams() ? "" : " again"));
      break;
  }
  return lines;
}

}  // namespace codegen
