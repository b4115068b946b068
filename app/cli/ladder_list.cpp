// Rungs from the manifest and their sources; times and registers from a recording, or said not to be recorded.
#include "cli/ladder_list.hpp"

#include "base/units.hpp"
#include "base/words.hpp"
#include "cli/json.hpp"
#include "cli/output.hpp"
#include "codegen/library_counts.hpp"
#include "publish/kept_ladder.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

namespace cli {
namespace {

/// A rung's kernels, in the order of their launches.
std::vector<const codegen::LibraryKernel*> kernels_of(const codegen::LibraryKernel& rung) {
  std::vector<const codegen::LibraryKernel*> all{&rung};
  for (const codegen::LibraryKernel& next : rung.then) all.push_back(&next);
  return all;
}

struct Line {
  std::string name, idea, cards;
  std::int64_t kernels = 0, lines = 0, threads = 0;
  base::Bytes shared;
  std::optional<base::Seconds> time;  ///< recorded
  std::optional<int> registers;       ///< recorded, the most of its kernels
};

std::string cards_of(const codegen::LibraryKernel& rung) {
  if (!rung.architecture.empty()) return base::say("ladder.list.only", {{"card", rung.architecture}});
  return base::say("ladder.list.from", {{"card", std::to_string(rung.compute_capability)}});
}

void add_recorded(Line& line, const publish::KeptLadder& kept) {
  const auto& plans = kept.measurement.plans;
  const auto plan = std::ranges::find(plans, line.name, &record::PlanMeasurement::plan);
  if (plan == plans.end()) return;
  if (plan->cold) line.time = plan->cold->median;
  for (const record::KernelCode& code : plan->code) {
    if (code.registers) line.registers = std::max(line.registers.value_or(0), *code.registers);
  }
}

std::vector<Line> lines_of(const Ladder& ladder) {
  const auto kept = publish::kept_ladder(ladder.name);
  std::vector<Line> lines;
  for (const codegen::LibraryKernel& rung : ladder.by_hand.kernels) {
    Line line;
    line.name = rung.name;
    line.idea = rung.teaches;
    line.cards = cards_of(rung);
    std::set<std::string> files;
    for (const codegen::LibraryKernel* kernel : kernels_of(rung)) {
      line.kernels += kernel->each.empty() ? 1 : codegen::count_of(*ladder.chain, kernel->each).value_or(1);
      if (files.insert(kernel->name).second) line.lines += std::ranges::count(kernel->source, '\n');
      line.threads = std::max<std::int64_t>(line.threads, kernel->block);
      line.shared = std::max(line.shared, base::Bytes{kernel->shared});
    }
    if (!rung.rounds.empty()) line.kernels *= codegen::count_of(*ladder.chain, rung.rounds).value_or(1);
    if (kept && kept->chain->text == ladder.chain->text) add_recorded(line, *kept);
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string report(const Ladder& ladder, const std::vector<Line>& lines) {
  const std::string none(base::text("ladder.list.none"));
  std::vector<std::vector<std::string>> rows{
      {base::say("cli.column.kernel"), base::say("cli.column.launches"), base::say("cli.column.lines"),
       base::say("cli.column.threads"), base::say("cli.column.shared"), base::say("cli.column.cards"),
       base::say("cli.column.registers"),
       base::say("cli.column.time_of", {{"source", base::say("ladder.list.recorded")}}), base::say("cli.column.idea")}};
  for (const Line& line : lines) {
    rows.push_back({line.name, std::to_string(line.kernels), std::to_string(line.lines), std::to_string(line.threads),
                    base::show(line.shared), line.cards, line.registers ? std::to_string(*line.registers) : none,
                    line.time ? base::show(*line.time) : none, line.idea});
  }
  std::string out = fmt::format("{}: {}\n\n{}\n", ladder.by_hand.title, ladder.chain->text, text_table(rows));
  const bool all = std::ranges::all_of(lines, [](const Line& line) { return line.time.has_value(); });
  if (!all) out += base::say("ladder.not_kept.hint", {{"name", ladder.name}}) + "\n";
  return out;
}

nlohmann::ordered_json to_json(const Ladder& ladder, const std::vector<Line>& lines) {
  nlohmann::ordered_json out;
  out["ladder"] = ladder.by_hand.title;
  out["chain"] = ladder.chain->text;
  out["rungs"] = nlohmann::ordered_json::array();
  for (const Line& line : lines) {
    nlohmann::ordered_json time;  // null
    if (line.time) time = line.time->value * 1e6;
    out["rungs"].push_back({{"name", line.name},
                            {"idea", line.idea},
                            {"kernels", line.kernels},
                            {"lines", line.lines},
                            {"threads", line.threads},
                            {"dynamic_shared_bytes", line.shared.value},
                            {"cards", line.cards},
                            {"recorded_registers", or_null(line.registers)},
                            {"recorded_time_us", time}});
  }
  return out;
}

}  // namespace

void list_ladder(const Ladder& ladder, bool as_json) {
  const std::vector<Line> lines = lines_of(ladder);
  if (as_json) {
    print_json(to_json(ladder, lines));
  } else {
    print(report(ladder, lines));
  }
}

}  // namespace cli
