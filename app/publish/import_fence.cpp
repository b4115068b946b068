// From the fence's chain to the figure.
#include "publish/import_fence.hpp"

#include "base/words.hpp"
#include "charts/bars/way_bars.hpp"
#include "charts/frame/overlay.hpp"
#include "charts/strips/cut_rows.hpp"
#include "lesson/fences/fence.hpp"
#include "machine/cards.hpp"
#include "record/bounds.hpp"
#include "study/study.hpp"

#include <fmt/format.h>

#include <tuple>

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

figure::Figure cuts_figure(const record::Imported* import, std::shared_ptr<const chain::Chain> chain,
                           const charts::ChartData& sheet) {
  const auto sheets = record::data_sheets();
  const auto* card = import == nullptr ? nullptr : record::sheet_of(import->device, sheets);
  const machine::DeviceSpec spec = card == nullptr ? *machine::device_named("h200") : *card;
  const auto study = study::study_of(chain, study::machine_of(spec)).value();
  charts::ChartData data = sheet;
  data.chain = study.chain;
  data.plans = study.plans;
  data.predictions = study.predictions;
  data.spec = study.spec;
  data.measurements.clear();
  data.command = fmt::format("onetrip figure cuts '{}' --spec {}", one_line(*chain), spec.id);
  if (import != nullptr) std::ignore = charts::lay_over(data, *import);  // it was found by this chain
  return charts::cut_rows(data, import, charts::not_here(import));
}

figure::Stage import_stage(const lesson::Asked& open, const chain::Chain& chain) {
  return open.hides_any(form(chain)) ? figure::Stage::question : figure::Stage::truth;
}

std::string not_imported_words(std::string_view chain) {
  return base::say("lesson.imported.not_yet", {{"chain", chain}});
}

}  // namespace publish
