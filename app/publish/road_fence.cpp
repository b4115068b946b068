// Widens a spec's road, predicts, draws.
#include "publish/road_fence.hpp"

#include "base/units.hpp"
#include "charts/bars/road_bars.hpp"
#include "charts/frame/drawing.hpp"
#include "lesson/machine_values.hpp"
#include "study/plans.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace publish {

bool hides_road(const lesson::Asked& open, const chain::Chain& chain) {
  const std::string chain_form = form(chain);
  return std::ranges::any_of(
      std::initializer_list<const char*>{"time.unfused", "time.fused", "ratio.time", "wider.time.unfused",
                                         "wider.time.fused", "wider.ratio.time"},
      [&](const char* quantity) { return open.hides(chain_form, quantity); });
}

figure::Figure road_figure(charts::ChartData data, double times, const charts::ChartData& sheet) {
  const machine::DeviceSpec spec = data.spec.value();
  data.plans.resize(2);
  data.predictions = study::predictions_of(data.plans, spec);
  data.measurements.clear();
  data.guesses.clear();
  data.slots.clear();
  data.beside.reset();
  data.width = sheet.width;
  data.height = sheet.height;
  data.text_scale = sheet.text_scale;
  data.title = sheet.title;
  data.no_title = sheet.no_title;
  data.command = fmt::format("onetrip figure bandwidth '{}' --spec {} --times {}", chain::one_line(*data.chain),
                             spec.id, base::exact_number(times));
  return charts::road_bars(data, times, study::predictions_of(data.plans, lesson::with_wider_road(spec, times)));
}

}  // namespace publish
