// Cut, priced, drawn.
#include "publish/roofline_fence.hpp"

#include "charts/frame/provenance.hpp"
#include "charts/roofline/roofline.hpp"
#include "lesson/named_plans.hpp"
#include "lesson/plan_values.hpp"
#include "study/run.hpp"

#include <fmt/format.h>

namespace publish {

base::Expected<charts::ChartData> chart_data_of(const std::shared_ptr<const chain::Chain>& chain,
                                                device::Device* recorded, const study::Machine& machine,
                                                const std::vector<lesson::NamedPlan>& named) {
  auto study = study::study_of(chain, machine);
  if (!study) return std::unexpected(study.error());
  std::vector<std::string> cuts;
  for (const lesson::NamedPlan& one : named) {
    auto plan = lesson::plan_of(one, chain, machine.limits);
    if (!plan) continue;
    study->add(*std::move(plan));
    cuts.push_back(one.cuts);
  }
  charts::ChartData data;
  data.chain = chain;
  if (auto measurement = lesson::recorded_of(recorded, chain, named)) {
    study->price_as(*measurement);
    data.measurements.push_back(std::move(*measurement));
  }
  data.plans = std::move(study->plans);
  data.predictions = std::move(study->predictions);
  data.spec = machine.spec;
  data.command = study::run_command(*chain, cuts);
  return data;
}

figure::Figure roofline_figure(charts::ChartData data, const lesson::Block& fence, const charts::ChartData& sheet) {
  std::string more = data.spec ? " --spec " + data.spec->id : "";
  if (fence.eager) {
    // Nothing was measured of eager's kernels: all of its dots are the model's.
    lesson::choose_plans(data, lesson::SceneKind::eager, data.spec.value().limits());
    more += " --cuts eager";
  } else if (!data.measurements.empty()) {
    more = " --device " + charts::device_again(data.measurements.front());
  }
  data.width = sheet.width;
  data.height = sheet.height;
  data.text_scale = sheet.text_scale;
  data.title = sheet.title;
  data.no_title = sheet.no_title;
  data.command = fmt::format("onetrip figure roofline '{}'{}", chain::one_line(*data.chain), more);
  return charts::roofline(data);
}

figure::Stage roofline_stage(const lesson::Asked& open, const chain::Chain& chain) {
  return open.hides_any(form(chain)) ? figure::Stage::question : figure::Stage::truth;
}

}  // namespace publish
