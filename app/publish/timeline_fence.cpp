// Chosen, framed, cut.
#include "publish/timeline_fence.hpp"

#include "charts/bars/timeline.hpp"
#include "charts/frame/provenance.hpp"
#include "lesson/plan_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

namespace publish {

figure::Figure timeline_figure(charts::ChartData data, const lesson::Block& fence, const charts::ChartData& sheet,
                               figure::Stage stage) {
  const std::string more = !data.measurements.empty() ? " --device " + charts::device_again(data.measurements.front())
                           : data.spec                ? " --spec " + data.spec->id
                                                      : std::string();
  data.command = fmt::format("onetrip figure timeline '{}'{}", chain::one_line(*data.chain), more);
  if (data.spec) lesson::choose_plans(data, fence.scene, data.spec->limits());
  data.width = sheet.width;
  data.height = sheet.height;
  data.text_scale = sheet.text_scale;
  data.title = sheet.title;
  data.no_title = sheet.no_title;
  const bool told = stage == figure::Stage::truth;
  figure::Figure figure = charts::timeline(data, told ? charts::Axes::told : charts::Axes::blind);
  figure.id = "recorded";  // beside that of a run of the page
  return figure::at(figure, stage);
}

figure::Stage timeline_stage(const lesson::Asked& open, const chain::Chain& chain) {
  const std::string chain_form = form(chain);
  const bool hidden =
      std::ranges::any_of(std::initializer_list<const char*>{"time.unfused", "time.fused", "kernels.unfused"},
                          [&](const char* quantity) { return open.hides(chain_form, quantity); });
  return hidden ? figure::Stage::question : figure::Stage::truth;
}

}  // namespace publish
