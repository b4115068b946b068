// Draws them in the page's frame.
#include "session/lesson/lesson_ladder.hpp"

#include "publish/kept_ladder.hpp"

namespace session {

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
  return {figure_node(publish::fence_figure(*found->second, std::move(sheet)))};
}

}  // namespace session
