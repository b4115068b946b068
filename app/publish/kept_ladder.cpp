// From files to rungs.
#include "publish/kept_ladder.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/words.hpp"
#include "chain/parser.hpp"
#include "codegen/kernel_library.hpp"
#include "lesson/fences/fence.hpp"
#include "record/recording.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace publish {
namespace {

/// Nothing where none came with the program.
std::filesystem::path asset(const std::string& name) {
  try {
    return base::program_file(fmt::format("assets/ladders/{}.json", name));
  } catch (const base::MachineError&) {
    return {};
  }
}

base::Expected<KeptLadder> read_ladder(const std::string& name, const std::filesystem::path& file) {
  const auto names = codegen::ladder_names();
  if (std::ranges::find(names, name) == names.end()) {
    return base::wrong(base::say("ladder.unknown", {{"name", name}}),
                       base::say("ladder.unknown.hint", {{"known", fmt::format("{}", fmt::join(names, ", "))}}));
  }
  const std::filesystem::path from = file.empty() ? asset(name) : file;
  const auto library = codegen::load_library(name);
  if (!library) return std::unexpected(library.error());
  if (from.empty()) {
    return base::wrong(base::say("ladder.not_kept", {{"name", name}}),
                       base::say("ladder.not_kept.hint", {{"name", name}}));
  }
  auto all = record::load(from);
  if (!all) return std::unexpected(all.error());
  // A rung's name stands in no other ladder's recording.
  const auto climbs = [&](const record::Measurement& one) {
    return std::ranges::any_of(one.plans, [&](const auto& plan) { return library->find(plan.plan) != nullptr; });
  };
  const auto found = std::ranges::find_if(*all, climbs);
  if (found == all->end()) {
    return base::wrong(base::say("ladder.not_in_file", {{"name", name}, {"file", from.string()}}),
                       base::say("ladder.not_kept.hint", {{"name", name}}));
  }
  auto chain = chain::parse(found->chain, from.string());
  if (!chain) return std::unexpected(chain.error());
  KeptLadder kept{name, std::make_shared<const chain::Chain>(std::move(*chain)), {}, std::move(*found)};
  kept.measurement.source = record::Source::recorded;
  for (const record::PlanMeasurement& plan : kept.measurement.plans) {
    const codegen::LibraryKernel* rung = library->find(plan.plan);
    const bool generated = rung == nullptr && (plan.plan == "unfused" || plan.plan == "fused");
    if (rung == nullptr && !generated) continue;
    kept.rungs.push_back(
        {plan.plan, rung != nullptr ? rung->teaches : std::string(base::text("ladder." + plan.plan)), rung != nullptr});
  }
  return kept;
}

}  // namespace

base::Expected<KeptLadder> kept_ladder(const std::string& name, const std::filesystem::path& file) {
  try {
    return read_ladder(name, file);
  } catch (const base::MachineError& e) {
    return base::wrong(e.what(), e.remedy);
  }
}

figure::Figure ladder_figure(const KeptLadder& ladder, const charts::ChartData& sheet) {
  charts::ChartData data = sheet;
  data.chain = ladder.chain;
  data.measurements = {ladder.measurement};
  return charts::ladder(data, ladder.name, ladder.rungs);
}

std::map<std::string, std::shared_ptr<const KeptLadder>> ladders_of(const lesson::Lesson& lesson) {
  std::map<std::string, std::shared_ptr<const KeptLadder>> ladders;
  for (const lesson::Block* block : blocks_of(lesson, lesson::fences::ladder)) {
    if (ladders.contains(block->name)) continue;
    auto kept = kept_ladder(block->name);  // the loader has looked whether it is there
    if (kept) ladders.emplace(block->name, std::make_shared<const KeptLadder>(*std::move(kept)));
  }
  return ladders;
}

figure::Figure fence_figure(const KeptLadder& ladder, charts::ChartData sheet) {
  sheet.command = "onetrip figure ladder " + ladder.name;
  return ladder_figure(ladder, sheet);
}

}  // namespace publish
