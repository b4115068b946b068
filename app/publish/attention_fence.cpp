// From the word on the fence to the figure.
#include "publish/attention_fence.hpp"

#include "charts/bars/way_bars.hpp"
#include "charts/strips/attention_strip.hpp"
#include "lesson/fences/fence.hpp"

#include <algorithm>

namespace publish {

figure::Figure attention_figure(std::string_view which, charts::ChartData sheet) {
  if (which == "strip") {
    sheet.command = "onetrip figure attention strip";
    return charts::attention_strip(sheet, {});
  }
  sheet.command = "onetrip figure attention";
  const record::Imported& imported = record::imported("attention");
  return charts::way_bars(sheet, charts::attention_ways(imported), imported);
}

figure::Stage attention_stage(const lesson::Asked& open) {
  return open.hides({}, "attention.ratio") ? figure::Stage::question : figure::Stage::truth;
}

std::vector<std::string> attention_in(const lesson::Lesson& lesson) {
  std::vector<std::string> names;
  for (const lesson::Block* block : blocks_of(lesson, lesson::fences::attention)) {
    if (std::ranges::find(names, block->name) == names.end()) names.push_back(block->name);
  }
  return names;
}

}  // namespace publish
