// In the page's frame.
#include "session/lesson/attention_node.hpp"

#include "publish/attention_fence.hpp"

namespace session {

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
  return figure_node(
      figure::at(publish::attention_figure(fence.name, std::move(sheet)), publish::attention_stage(asked(desk))));
}

}  // namespace session
