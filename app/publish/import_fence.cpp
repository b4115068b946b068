// From the fence's chain to the figure.
#include "publish/import_fence.hpp"

#include "base/words.hpp"
#include "charts/bars/way_bars.hpp"
#include "lesson/fences/fence.hpp"

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

figure::Stage import_stage(const lesson::Asked& open, const chain::Chain& chain) {
  return open.hides_any(form(chain)) ? figure::Stage::question : figure::Stage::truth;
}

std::string not_imported_words(std::string_view chain) {
  return base::say("lesson.imported.not_yet", {{"chain", chain}});
}

}  // namespace publish
