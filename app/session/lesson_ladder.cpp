// Reads the recordings; draws them in the page's frame.
#include "session/lesson_ladder.hpp"

namespace session {

std::map<std::string, std::shared_ptr<const KeptLadder>> ladders_of(const lesson::Lesson& lesson) {
  std::map<std::string, std::shared_ptr<const KeptLadder>> ladders;
  for (const lesson::Step& step : lesson.steps) {
    for (const lesson::Block& block : step.blocks) {
      if (block.kind != lesson::Block::Kind::ladder || ladders.contains(block.name)) continue;
      auto kept = kept_ladder(block.name);  // the loader has looked whether it is there
      if (kept) ladders.emplace(block.name, std::make_shared<const KeptLadder>(*std::move(kept)));
    }
  }
  return ladders;
}

std::vector<Node> ladder_nodes(const Desk& desk, const lesson::Block& fence) {
  const auto found = desk.course->ladders.find(fence.name);
  if (found == desk.course->ladders.end()) return {};
  charts::ChartData sheet;
  // Of the page's chain only the frame is used: a ladder has its own.
  if (const auto bench = bench_of_page(desk)) {
    const charts::ChartData page = chart_data(desk, *bench, {}, figure::Stage::question);
    sheet.width = page.width;
    sheet.height = page.height;
    sheet.text_scale = page.text_scale;
  }
  sheet.no_title = is_untitled(desk);  // a wall has the words above or beside it
  return {figure_node(fence_figure(*found->second, std::move(sheet)))};
}

figure::Figure fence_figure(const KeptLadder& ladder, charts::ChartData sheet) {
  sheet.command = "onetrip figure ladder " + ladder.name;
  return ladder_figure(ladder, sheet);
}

}  // namespace session
