// Point by point, each as one run, neighbours far apart in time.
#include "study/sweep.hpp"

#include "base/error.hpp"
#include "base/words.hpp"
#include "charts/sweep/words.hpp"
#include "study/plans.hpp"
#include "study/run.hpp"

#include <algorithm>
#include <bit>
#include <exception>
#include <numeric>
#include <vector>

namespace study {
namespace {

/// The device's own plans: other limits, other groups. Throws DeviceError where the first cannot be cut for them.
std::vector<plan::FusionPlan> plans_there(const charts::SweepPoint& point, const device::Device& device) {
  std::vector<plan::FusionPlan> plans = plans_of(point.chain, {}, device.limits()).value();  // any limits will do
  const std::string& first = point.plans.front().name;
  if (first == plans.front().name) return plans;
  auto other = plan_of(point.chain, plan::parse_cuts(first).value(), device.limits());
  if (!other) throw device::DeviceError(other.error().front().message, {});
  plans.front() = *std::move(other);
  return plans;
}

record::Measurement measured(const charts::SweepPoint& point, device::Device& device, const SweepRequest& request,
                             const measure::OnProgress& progress, const std::stop_token& stop) {
  RunRequest run{.seed = request.seed,
                 .rules = request.rules,
                 .command = request.command ? request.command(*point.chain) : std::string(),
                 .timing = request.timing};
  return study::run(device, plans_there(point, device), run, progress, stop);
}

/// Why it would take too long; empty if it does not, or nobody knows.
std::string too_long(const charts::SweepPoint& point, const SweepRequest& request) {
  if (!request.longest) return {};
  base::Seconds all{};
  for (const model::Prediction& one : point.predictions) all.value += one.cold.value;
  if (!(*request.longest < all)) return {};
  return base::say("session.sweep.too_long", {{"time", base::show(all)}});
}

/// The points in an order in which neighbours are far apart in time (their numbers' bits reversed): a machine that
/// grows warm or busy while a sweep goes on then scatters the curve, and bends it nowhere.
std::vector<std::size_t> order_of(std::size_t points) {
  const auto bits = static_cast<unsigned>(std::bit_width(points));
  const auto reversed = [bits](std::size_t number) {
    std::size_t out = 0;
    for (unsigned bit = 0; bit < bits; ++bit) out = 2 * out + (number >> bit & 1);
    return out;
  };
  std::vector<std::size_t> order(points);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, reversed);
  return order;
}

}  // namespace

base::Expected<charts::SweepData> swept(const std::shared_ptr<const chain::Chain>& chain, const chain::SweepAxis& axis,
                                        const Machine& machine, const plan::Cuts& first) {
  auto chains = chain::sweep(*chain, axis);
  if (!chains) return std::unexpected(chains.error());
  charts::SweepData data;
  data.sheet.chain = chain;
  data.sheet.spec = machine.spec;
  data.axis = axis;
  for (chain::SweepPoint& one : *chains) {
    charts::SweepPoint point;
    point.at = one.at;
    point.chain = std::make_shared<const chain::Chain>(std::move(one.chain));
    auto study = study_of(point.chain, machine);
    if (!study) return std::unexpected(study.error());
    point.plans = std::move(study->plans);
    point.predictions = std::move(study->predictions);
    if (first.kind != plan::Cuts::Kind::every || first.knobs.any()) {
      auto other = plan_of(point.chain, first, study->limits);
      if (!other) return std::unexpected(other.error());
      point.predictions.front() = predictions_of({*other}, study->spec).front();
      point.plans.front() = *std::move(other);
    }
    data.points.push_back(std::move(point));
  }
  return data;
}

measure::Rules sweep_rules() {
  measure::Rules rules;
  rules.least = 5;
  rules.wanted = {0.05};
  rules.limit = {0.5};
  return rules;
}

void measure_sweep(charts::SweepData& data, device::Device& device, const SweepRequest& request,
                   const measure::OnProgress& progress, const std::stop_token& stop) {
  const auto count = static_cast<double>(data.points.size());
  bool any = false;
  std::exception_ptr last;
  const std::vector<std::size_t> order = order_of(data.points.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    charts::SweepPoint& point = data.points[order[i]];
    const std::string place = base::say("session.sweep.point", {{"i", std::to_string(i + 1)},
                                                                {"all", std::to_string(data.points.size())},
                                                                {"place", charts::place_words(data, point.at)}});
    const auto told = [&](const measure::Progress& now) {
      if (progress) progress({(static_cast<double>(i) + now.share) / count, place + ": " + now.word});
    };
    told({});
    if (stop.stop_requested()) throw base::Cancelled();
    if (const std::string why = too_long(point, request); !why.empty()) {
      point.missing = why;
      if (!last) last = std::make_exception_ptr(device::DeviceError(why, {}));
      continue;
    }
    try {
      if (const auto missing = device.missing(plans_there(point, device))) {
        point.missing = missing->sentence;
        if (!last) last = std::make_exception_ptr(device::DeviceError(missing->sentence, missing->said));
        continue;
      }
      point.measurements.push_back(measured(point, device, request, told, stop));
      const machine::DeviceSpec so = data.sheet.spec->ordered(record::submit_of(point.measurements.back()));
      if (so.submit != data.sheet.spec->submit) point.predictions = predictions_of(point.plans, so);
      any = true;
    } catch (const device::DeviceError& error) {
      point.missing = error.what();
      last = std::current_exception();
    }
  }
  if (!any && last) std::rethrow_exception(last);
}

}  // namespace study
