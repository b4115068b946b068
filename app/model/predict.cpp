// Time of a kernel = max(its bytes at their levels, its flops at the roof, the issue cost of its ops) + its launch; of
// a cold run's last kernel without the writes that are not waited for.
#include "model/predict.hpp"

#include "base/names.hpp"
#include "base/words.hpp"
#include "model/cost.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace model {
namespace {

Bound bound_of(const Road& road, const Work& work, base::Seconds gap) {
  const base::Seconds arithmetic = work.arithmetic();
  if (gap > std::max(road.time(), arithmetic)) return Bound::launch;
  if (road.time() >= arithmetic) return road.cache > road.dram ? Bound::cache : Bound::memory;
  return arithmetic == work.issue ? Bound::issue : Bound::compute;
}

/// A model that ends at a start of microseconds knows no picoseconds.
std::string shown(base::Seconds time) {
  const bool tiny = time.value > 0 && time.value < 1e-9;
  return tiny ? std::string(base::text("model.under_a_nanosecond")) : base::show(time);
}

std::string because(Bound bound, const Cost& cost, const Starts& starts, bool first) {
  const Road& road = cost.cold;
  const Work& work = cost.work;
  const base::Seconds arithmetic = work.arithmetic();
  const std::string bytes = base::show(road.from_dram + road.from_cache);
  const std::string memory = shown(road.time());
  // Told where it shows: the kernel's time is without it.
  const bool late = memory != shown(base::Seconds{road.time().value - cost.unwaited.value});
  const std::string unwaited = late ? base::say("model.because.unwaited", {{"time", base::show(cost.unwaited)}}) : "";
  switch (bound) {
    case Bound::memory: {
      const bool some_cached = road.cache.value > 0.01 * road.dram.value;
      return base::say(some_cached ? "model.because.memory_and_cache" : "model.because.memory",
                       {{"bytes", base::show(road.from_dram)},
                        {"bandwidth", base::show(road.dram_bandwidth)},
                        {"memory", memory},
                        {"unwaited", unwaited},
                        {"dram", base::show(road.dram)},
                        {"cached", base::show(road.from_cache)},
                        {"cache", base::show(road.cache)},
                        {"arithmetic", shown(arithmetic)}});
    }
    case Bound::cache:
      return base::say("model.because.cache", {{"cached", base::show(road.from_cache)},
                                               {"bytes", bytes},
                                               {"memory", memory},
                                               {"unwaited", unwaited},
                                               {"arithmetic", shown(arithmetic)}});
    case Bound::compute: {
      constexpr double idle = 1.25;  // more than so many times what its roof would take
      const double times = work.compute.value * work.roof / work.flops.value;
      return base::say(times > idle ? "model.because.few_tiles" : "model.because.compute",
                       {{"flops", base::show_number(work.flops.value / 1e9)},
                        {"roof", base::show_number(work.roof / 1e12)},
                        {"arithmetic", shown(work.compute)},
                        {"times", base::show_number(times)},
                        {"bytes", bytes},
                        {"memory", memory}});
    }
    case Bound::issue:
      return base::say("model.because.issue",
                       {{"arithmetic", shown(work.issue)}, {"bytes", bytes}, {"memory", memory}});
    case Bound::launch: {
      const bool start = first && starts.lead.value > 0;
      const bool twice = cost.launches > 1;
      const char* const key = start ? "model.because.launch.first" : "model.because.launch";
      const char* const key_of_two = start ? "model.because.launches.first" : "model.because.launches";
      return base::say(twice ? key_of_two : key, {{"launch", base::show(starts.gap)},
                                                  {"launches", std::to_string(cost.launches)},
                                                  {"start", base::show(starts.lead)},
                                                  {"work", shown(std::max(road.time(), arithmetic))}});
    }
  }
  return {};
}

/// Where the two together take clearly longer than the longer one, so that neither figure is the kernel's time.
std::string both(const Cost& cost, const machine::DeviceSpec& spec) {
  constexpr double clearly = 1.25;
  const base::Seconds road = cost.cold.time(), arithmetic = cost.work.arithmetic();
  const base::Seconds time = joined(road, cost.work, spec);
  if (time.value <= clearly * std::max(road, arithmetic).value) return {};
  return base::say(cost.work.loops > 1 ? "model.because.loops" : "model.because.both", {{"time", shown(time)}});
}

void count(Terms& terms, const Cost& cost, const machine::DeviceSpec& spec, const Starts& starts, bool first) {
  const double bytes = cost.cold.time().value - cost.unwaited.value;
  terms.road.value += cost.cold.dram.value - cost.unwaited.value + cost.cold.ramp.value;
  terms.cache += cost.cold.cache;
  terms.arithmetic.value += cold_wait(cost, spec).value - cost.cold.ramp.value - bytes;
  terms.starts.value += cost.launches * starts.gap.value;
  if (first) terms.starts += starts.lead;
}

void levels(KernelPrediction& kernel, const Cost& cost, const plan::FusionPlan& plan, const machine::DeviceSpec& spec) {
  base::Levels both;
  const plan::Group& group = plan.groups[static_cast<std::size_t>(kernel.group)];
  if (spec.kind == machine::Kind::gpu) both.issued = issued(plan, group, spec.processors);
  kernel.cold_levels = kernel.batch_levels = both;
  kernel.cold_levels.l2 = through_l2(plan, group, spec, cost.cold.at_dram.read);
  kernel.batch_levels.l2 = through_l2(plan, group, spec, cost.batch.at_dram.read);
  kernel.cold_levels.dram = cost.cold.at_dram;
  kernel.cold_levels.dram->written = cost.cold.at_dram.written - cost.tail;
  kernel.batch_levels.dram = cost.batch.at_dram;
}

/// Run after run: what the device waits for its host, or a graph for the one before it, falls on all kernels alike.
void wait_for_host(Prediction& prediction, const Starts& starts) {
  const base::Seconds work{prediction.batch.value - prediction.launches * starts.again.value};
  const base::Seconds run = batch_run(work, prediction.launches, starts);
  const double share = (run.value - prediction.batch.value) / static_cast<double>(prediction.kernels.size());
  for (KernelPrediction& kernel : prediction.kernels) kernel.batch.value += share;
  prediction.host.value = run.value - prediction.batch.value;
  prediction.batch = run;
}

}  // namespace

std::string_view name(Bound bound) {
  // Of an issue bound, `because` says of what: the slots that functions take.
  static constexpr base::Names<Bound, Bound::launch> names("memory", "cache", "compute", "compute", "launch");
  return names[bound];
}

std::string_view name(Term term) {
  static constexpr base::Names<Term, Term::starts> names("road", "cache", "arithmetic", "starts");
  return names[term];
}

std::optional<Term> cause(const Prediction& slow, const Prediction& fast) {
  if (!(slow.cold > fast.cold)) return std::nullopt;
  const auto less = [&](base::Seconds Terms::*term) { return (slow.terms.*term).value - (fast.terms.*term).value; };
  const std::pair<Term, double> terms[] = {{Term::road, less(&Terms::road)},
                                           {Term::cache, less(&Terms::cache)},
                                           {Term::arithmetic, less(&Terms::arithmetic)},
                                           {Term::starts, less(&Terms::starts)}};
  return std::ranges::max_element(terms, {}, &std::pair<Term, double>::second)->first;
}

double Prediction::intensity() const {
  return flops.value / static_cast<double>(bytes().value);
}

Prediction predict(const plan::FusionPlan& plan, const machine::DeviceSpec& spec) {
  Prediction prediction;
  prediction.plan = plan.name;
  prediction.spec = spec.id;
  const Starts start = starts(spec);
  std::array<double, bounds> seconds_of{};
  for (Cost& cost : costs(plan, spec)) {
    KernelPrediction kernel;
    const bool first = prediction.kernels.empty();
    kernel.group = static_cast<int>(prediction.kernels.size());
    kernel.traffic = std::move(cost.traffic);
    kernel.flops = cost.work.flops;
    kernel.launches = cost.launches;
    const base::Seconds gaps{cost.launches * start.gap.value};
    kernel.cold = cold_wait(cost, spec) + gaps;
    if (first) kernel.cold += start.lead;
    count(prediction.terms, cost, spec, start, first);
    kernel.batch = batch_wait(cost, spec) + base::Seconds{cost.launches * start.again.value};
    kernel.bound = bound_of(cost.cold, cost.work, gaps);
    kernel.because = because(kernel.bound, cost, start, first) + both(cost, spec);
    levels(kernel, cost, plan, spec);
    if (first) prediction.cold_levels = kernel.cold_levels, prediction.batch_levels = kernel.batch_levels;
    if (!first) add(prediction.cold_levels, kernel.cold_levels), add(prediction.batch_levels, kernel.batch_levels);
    prediction.launches += kernel.launches;
    prediction.crossings += kernel.traffic.crossings;
    prediction.read += kernel.traffic.read;
    prediction.written += kernel.traffic.written;
    prediction.flops += kernel.flops;
    prediction.cold += kernel.cold;
    prediction.batch += kernel.batch;
    prediction.road += cost.cold.time();
    prediction.arithmetic += cost.work.arithmetic();
    seconds_of[static_cast<std::size_t>(kernel.bound)] += kernel.cold.value;
    prediction.kernels.push_back(std::move(kernel));
  }
  prediction.bound = static_cast<Bound>(std::ranges::max_element(seconds_of) - seconds_of.begin());
  // Whatever a run wrote comes to the DRAM in the end.
  if (!prediction.kernels.empty() && spec.kind == machine::Kind::gpu) {
    prediction.tail = prediction.written - prediction.cold_levels.dram->written;
    prediction.cold_levels.dram->written = prediction.written;
  }
  wait_for_host(prediction, start);
  return prediction;
}

Regime regime(const Prediction& prediction, const Starts& starts) {
  const double more = prediction.batch.value - prediction.cold.value;
  if (std::abs(more) <= alike_within * prediction.cold.value) return Regime::alike;
  if (more > 0) return prediction.host.value >= more / 2 ? Regime::host : Regime::tail;
  return starts.lead.value >= -more / 2 ? Regime::lead : Regime::warm;
}

std::string regime_words(const Prediction& prediction, const Starts& starts) {
  const auto say = [&](std::string_view key) {
    return base::say(key, {{"cold", base::show(prediction.cold)},
                           {"batch", base::show(prediction.batch)},
                           {"kernels", std::to_string(prediction.kernels.size())},
                           {"submit", base::show(starts.submit)},
                           {"lead", base::show(starts.lead)},
                           {"tail", base::show(prediction.tail)}});
  };
  switch (regime(prediction, starts)) {
    case Regime::alike:
      return say("model.regime.alike");
    case Regime::host:
      return say(starts.submit.value > 0 ? "model.regime.host" : "model.regime.graph");
    case Regime::tail:
      return say("model.regime.tail");
    case Regime::warm:
      return say("model.regime.warm");
    case Regime::lead:
      return say("model.regime.lead");
  }
  return {};
}

bool arithmetic_first(const Prediction& fused) {
  const bool busy = fused.bound == Bound::compute || fused.bound == Bound::issue;
  return busy && fused.arithmetic.value > arithmetic_margin * fused.road.value;
}

}  // namespace model
