// Chosen, framed.
#include "publish/levels_fence.hpp"

#include "base/text.hpp"
#include "charts/bars/levels.hpp"
#include "charts/frame/provenance.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace publish {
namespace {

/// A lone plan stands in place of fused; without any, unfused and fused stay.
void choose(charts::ChartData& data, const lesson::Block& fence) {
  std::vector<plan::FusionPlan> shown;
  for (const std::string_view name : base::split(fence.plan, ' ')) {
    const auto found = std::ranges::find(data.plans, name, &plan::FusionPlan::name);
    if (found != data.plans.end()) shown.push_back(*found);
  }
  if (shown.size() < 2) data.plans.resize(std::min<std::size_t>(data.plans.size(), 2));
  if (shown.size() == 1) data.plans.back() = shown.front();
  if (shown.size() > 1) data.plans = std::move(shown);
}

}  // namespace

figure::Figure levels_figure(charts::ChartData data, const lesson::Block& fence, const charts::ChartData& sheet) {
  const std::string more = !data.measurements.empty() ? " --device " + charts::device_again(data.measurements.front())
                           : data.spec                ? " --spec " + data.spec->id
                                                      : std::string();
  data.command = fmt::format("onetrip figure levels '{}'{}", chain::one_line(*data.chain), more);
  choose(data, fence);
  data.width = sheet.width;
  data.height = sheet.height;
  data.text_scale = sheet.text_scale;
  data.title = sheet.title;
  data.no_title = sheet.no_title;
  return charts::levels(data);
}

figure::Stage levels_stage(const lesson::Asked& open, const lesson::Block& fence, const chain::Chain& chain) {
  const std::string chain_form = form(chain);
  std::vector<std::string_view> plans = base::split(fence.plan, ' ');
  if (fence.plan.empty()) plans = {"fused"};
  if (plans.size() == 1) plans.emplace_back("unfused");
  for (const std::string_view plan : plans) {
    if (open.hides(chain_form, "bytes." + std::string(plan))) return figure::Stage::question;
  }
  return figure::Stage::truth;
}

}  // namespace publish
