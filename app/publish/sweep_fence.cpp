// Predicted, looked up, drawn.
#include "publish/sweep_fence.hpp"

#include "base/error.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/provenance.hpp"
#include "study/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace publish {
namespace {

/// What was measured is asked for by its device; the model alone by its card's sheet.
std::string device_flag(const charts::SweepData& data) {
  for (const charts::SweepPoint& point : data.points) {
    if (point.measurements.empty()) continue;
    const record::Measurement& one = point.measurements.front();
    return " --device " + charts::device_again(one);
  }
  return data.sheet.spec && data.sheet.spec->calibrated_on.empty() ? " --spec " + data.sheet.spec->id : "";
}

}  // namespace

std::string sweep_key(std::string_view chain, const chain::SweepAxis& over) {
  return fmt::format("{} over {}", chain, chain::text(over));
}

std::string key_of(const lesson::Block& fence) {
  return sweep_key(fence.name, fence.over) + (fence.eager ? " eager" : "");
}

plan::Cuts first_of(const lesson::Block& fence) {
  return {fence.eager ? plan::Cuts::Kind::eager : plan::Cuts::Kind::every, {}};
}

std::shared_ptr<const charts::SweepData> sweep_of(const std::shared_ptr<const chain::Chain>& chain,
                                                  const chain::SweepAxis& axis, device::Device* recorded,
                                                  const study::Machine& machine, const plan::Cuts& first) {
  auto data = study::swept(chain, axis, machine, first);
  if (!data) return nullptr;  // the loader swept it before: only other limits could refuse
  if (recorded != nullptr) {
    try {
      study::measure_sweep(*data, *recorded, {}, {}, {});
    } catch (const base::MachineError&) {
      // None of its points is recorded: each says so.
    }
  }
  lighten(*data);
  return std::make_shared<const charts::SweepData>(std::move(*data));
}

void lighten(charts::SweepData& data) {
  for (charts::SweepPoint& point : data.points) {
    for (record::Measurement& measurement : point.measurements) {
      for (record::PlanMeasurement& plan : measurement.plans) {
        plan.code.clear();
        plan.kernels.clear();
        plan.timeline.reset();
      }
    }
  }
}

void set_frame(charts::SweepData& data, lesson::SweepHeight height, const charts::ChartData& sheet) {
  data.sheet.width = sheet.width;
  data.sheet.height = sheet.height;
  data.sheet.text_scale = sheet.text_scale;
  data.sheet.title = sheet.title;
  data.sheet.no_title = sheet.no_title;
  // Large type in a low window leaves no room between its axes' names: then it is higher than its frame.
  constexpr double least = 4, enough = 60;
  const double plot = charts::plot_height(data), scale = data.sheet.text_scale;
  if (plot < least * scale) data.sheet.height += enough * scale - plot;
  const std::string& first = data.points.front().plans.front().name;
  data.sheet.command = fmt::format("onetrip figure sweep '{}' --over {} --y {}{}{}", chain::one_line(*data.sheet.chain),
                                   chain::text(data.axis), charts::name(height),
                                   first == "unfused" ? std::string() : " --cuts " + first, device_flag(data));
}

figure::Figure sweep_figure(charts::SweepData data, lesson::SweepHeight height, const charts::ChartData& sheet) {
  set_frame(data, height, sheet);
  return charts::sweep(data, height);
}

bool hides_sweep(const lesson::Asked& open, const charts::SweepData& data) {
  return std::ranges::any_of(data.points, [&](const charts::SweepPoint& point) {
    const std::string chain_form = form(*point.chain);
    return std::ranges::any_of(
        std::initializer_list<const char*>{"time.unfused", "time.fused", "ratio.time", "ratio.time.eager"},
        [&](const char* quantity) { return open.hides(chain_form, quantity); });
  });
}

}  // namespace publish
