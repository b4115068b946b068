// From the word on the fence to the figure.
#include "session/attention_fence.hpp"

#include "charts/attention_strip.hpp"
#include "charts/way_bars.hpp"

#include <algorithm>

namespace session {

figure::Figure attention_figure(std::string_view which, charts::ChartData sheet) {
  if (which == "strip") {
    sheet.command = "onetrip figure attention strip";
    return charts::attention_strip(sheet, {});
  }
  sheet.command = "onetrip figure attention";
  const record::Imported& imported = record::imported("attention");
  return charts::way_bars(sheet, charts::attention_ways(imported), imported);
}

figure::Stage attention_stage(const Asked& open) {
  return open.hides({}, "attention.ratio") ? figure::Stage::question : figure::Stage::truth;
}

Node attention_node(const Desk& desk, const lesson::Block& fence) {
  charts::ChartData sheet;
  // Of the page's chain only the frame is used.
  if (const auto bench = bench_of_page(desk)) {
    const charts::ChartData page = chart_data(desk, *bench, {}, figure::Stage::question);
    sheet.width = page.width;
    sheet.height = page.height;
    sheet.text_scale = page.text_scale;
  }
  sheet.no_title = is_untitled(desk);  // a wall has the words above or beside it
  return figure_node(figure::at(attention_figure(fence.name, std::move(sheet)), attention_stage(asked(desk))));
}

std::vector<std::string> attention_in(const lesson::Lesson& lesson) {
  std::vector<std::string> names;
  for (const lesson::Step& step : lesson.steps) {
    for (const lesson::Block& block : step.blocks) {
      if (block.kind == lesson::Block::Kind::attention && std::ranges::find(names, block.name) == names.end()) {
        names.push_back(block.name);
      }
    }
  }
  return names;
}

}  // namespace session
