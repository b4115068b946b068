// From the fence's chain to the figure.
#include "publish/import_fence.hpp"

#include "base/words.hpp"
#include "charts/bars/way_bars.hpp"
#include "charts/frame/overlay.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/strips/cut_rows.hpp"
#include "lesson/fences/fence.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace publish {

Imports imports_of(const lesson::Lesson& lesson, const FindImport& find) {
  Imports found;
  for (const lesson::Block* block : blocks_of(lesson, lesson::fences::imported)) {
    const auto chain = lesson.chains.find(block->name);
    if (chain != lesson.chains.end()) found[block->name] = find(*chain->second);
  }
  return found;
}

figure::Figure import_figure(const record::Imported& import, charts::ChartData sheet) {
  sheet.command = "onetrip figure imported '" + one_line(*import.chain) + "'";
  return charts::way_bars(sheet, charts::chain_ways(import), import);
}

bool shows_cuts(const lesson::Block& block) {
  return block.plan == "cuts";
}

figure::Figure cuts_figure(const record::Imported* import, charts::ChartData ours, const charts::ChartData& sheet) {
  const std::string_view from = ours.measurements.empty() ? "spec" : "device";
  std::string of = ours.spec ? ours.spec->id : std::string();
  if (!ours.measurements.empty()) of = charts::device_again(ours.measurements.front());
  charts::ChartData data = sheet;
  data.chain = ours.chain;
  data.plans = std::move(ours.plans);
  data.predictions = std::move(ours.predictions);
  data.spec = std::move(ours.spec);
  data.measurements = std::move(ours.measurements);
  data.command = fmt::format("onetrip figure cuts '{}'", one_line(*data.chain));
  if (!of.empty()) data.command += fmt::format(" --{} {}", from, of);
  std::vector<charts::NoCutYet> missing = charts::not_here(import);
  if (import != nullptr) {
    if (const auto laid = charts::lay_over(data, *import); !laid)
      missing = {{charts::programs_of(*import), laid.error().front().message}};
  }
  return charts::cut_rows(data, import, missing);
}

figure::Stage import_stage(const lesson::Asked& open, const chain::Chain& chain) {
  return open.hides_any(form(chain)) ? figure::Stage::question : figure::Stage::truth;
}

std::string not_imported_words(std::string_view chain) {
  return base::say("lesson.imported.not_yet", {{"chain", chain}});
}

}  // namespace publish
