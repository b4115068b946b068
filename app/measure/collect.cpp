// Verify, then cold samples, then batch samples, then bytes; every doubt becomes a remark.
#include "measure/collect.hpp"

#include "base/dates.hpp"
#include "base/resources.hpp"
#include "base/words.hpp"
#include "chain/gather.hpp"
#include "measure/middle_run.hpp"
#include "measure/stopping.hpp"
#include "measure/verify.hpp"
#include "model/traffic.hpp"
#include "record/by_rule.hpp"
#include "record/key.hpp"
#include "record/plausibility.hpp"
#include "record/scatter.hpp"
#include "record/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <thread>
#include <utility>

namespace measure {
namespace {

constexpr double clock_tick = 1e-12;  ///< seconds; no clock is finer, and samples stay short to write
constexpr double doubtful = 0.05;     ///< relative error of a median that is worth a remark

/// Shares of the progress bar: verification, cold, batch, counting; the rest is the kernel records'.
constexpr double verified_at = 0.2, cold_at = 0.65, batch_at = 0.95, counted_at = 0.99;

/// One collection: what it was given, and the measurement as it grows.
class Collection {
 public:
  Collection(device::Device& device, device::Experiment& experiment, const device::RunSpec& spec, const Rules& rules,
             const OnProgress& progress, std::stop_token stop)
      : device_(device),
        experiment_(experiment),
        spec_(spec),
        rules_(rules),
        progress_(progress),
        stop_(std::move(stop)) {}

  record::Measurement run(std::string command) {
    describe(std::move(command));
    verify_all();
    if (all_passed()) {
      time_all();
      count();
      trace();
    } else {
      // The plans share buffers and turns: with one of them wrong, no time is worth taking.
      result_.tier = device_.tier();
      for (auto& plan : result_.plans) plan.no_bytes_because = base::text("measure.not_counted");
      remark(base::text("measure.not_timed"));
    }
    pass_the_door();
    tell(1, std::string(base::text("measure.done")));
    return std::move(result_);
  }

 private:
  void tell(double share, std::string word) const {
    if (stop_.stop_requested()) throw base::Cancelled();
    if (progress_) progress_({share, std::move(word)});
  }

  void remark(std::string_view sentence) { result_.remarks.emplace_back(sentence); }

  /// Test data name each page of a pool once before they name one twice: with fewer pages, some come again.
  void remark_on_tables(const chain::Chain& chain) {
    for (const int input : chain.inputs()) {
      const chain::Value& table = chain.values[input];
      const std::int64_t pages = chain::slices(chain, input), entries = table.shape.elements();
      if (!chain::tells_slices(chain, input) || entries <= pages) continue;
      remark(base::say(
          "measure.named_again",
          {{"table", table.name}, {"entries", base::group_digits(entries)}, {"pages", base::group_digits(pages)}}));
    }
  }

  void describe(std::string command) {
    const chain::Chain& chain = *spec_.plans.front().chain;
    remark_on_tables(chain);
    result_.chain = chain.text;
    result_.key = record::key(spec_.plans, experiment_.submit());
    result_.source = record::Source::measured;
    result_.provenance = {device_.name(),     device_.id(), device_.driver(),     base::now_utc(),     base::version(),
                          std::move(command), spec_.seed,   experiment_.submit(), experiment_.method()};
    result_.target = device_.target();
    for (const plan::FusionPlan& plan : spec_.plans) {
      record::PlanMeasurement& measured = result_.plans.emplace_back();
      measured.plan = plan.name;
      measured.structure = record::structure(plan);
      measured.crossings = model::traffic(plan).crossings;
      for (const plan::Group& group : plan.groups) {
        record::KernelMeasurement& kernel = measured.kernels.emplace_back();
        kernel.ops = record::ops_of(chain, group);
        kernel.engine = plan::name(group.engine);
      }
    }
    auto code = experiment_.code();
    for (std::size_t p = 0; p < std::min(code.size(), result_.plans.size()); ++p) {
      result_.plans[p].code = std::move(code[p]);
    }
  }

  void verify_all() {
    for (std::size_t p = 0; p < result_.plans.size(); ++p) {
      record::PlanMeasurement& plan = result_.plans[p];
      tell(verified_at * static_cast<double>(p) / static_cast<double>(result_.plans.size()),
           base::say("measure.verifying", {{"plan", plan.plan}}));
      const Verification found = verify(experiment_, spec_, static_cast<int>(p), stop_);
      plan.verdict = found.verdict;
      plan.errors = found.errors;
      remark_on(plan);
      if (remark_on_overflow(plan)) continue;
      if (found.infinite > 0) {
        remark(base::say("measure.infinite", {{"plan", plan.plan},
                                              {"infinite", base::group_digits(found.infinite)},
                                              {"checked", base::group_digits(plan.verdict.checked)}}));
      }
    }
  }

  void remark_on(const record::PlanMeasurement& plan) {
    const record::Verdict& verdict = plan.verdict;
    if (!verdict.passed) remark(base::say("measure.wrong", {{"plan", plan.plan}, {"worst", verdict.worst}}));
    if (verdict.nan_outputs > 0) {
      remark(base::say("measure.nan", {{"plan", plan.plan},
                                       {"nan", base::group_digits(verdict.nan_outputs)},
                                       {"all", base::group_digits(verdict.outputs)}}));
    }
    if (verdict.ill_conditioned) remark(base::say("measure.ill_conditioned", {{"plan", plan.plan}}));
  }

  /// Numbers that are beyond f16 and were not beyond double.
  bool remark_on_overflow(const record::PlanMeasurement& plan) {
    const auto& values = spec_.plans.front().chain->values;
    const bool f16 = std::ranges::any_of(values, [](const chain::Value& value) {
      return value.dtype == chain::Dtype::f16 || value.accumulate == chain::Dtype::f16;
    });
    const record::ErrorSummary errors = record::summary(plan.errors);
    if (!f16 || errors.not_finite == 0) return false;
    remark(base::say("measure.overflow", {{"plan", plan.plan},
                                          {"overflowed", base::group_digits(errors.not_finite)},
                                          {"all", base::group_digits(errors.count)}}));
    return true;
  }

  [[nodiscard]] bool all_passed() const {
    return std::all_of(result_.plans.begin(), result_.plans.end(), [](const auto& p) { return p.verdict.passed; });
  }

  void time_all() {
    const Instant begin = std::chrono::steady_clock::now();
    const auto after = [&](double share) {
      return begin +
             std::chrono::duration_cast<Instant::duration>(std::chrono::duration<double>(share * rules_.limit.value));
    };
    const bool both = rules_.also_batch;
    const double to = both ? cold_at : batch_at;
    const Kept cold = steadier(sample(device::Temperature::cold, after(both ? 0.6 : 1), verified_at, to),
                               [&] { return sample(device::Temperature::cold, after(both ? 1 : 1.5), to, to); });
    const Kept batch = both ? sample(device::Temperature::batch, after(1), cold_at, batch_at) : Kept(cold.size());
    for (std::size_t p = 0; p < cold.size(); ++p) {
      if (!cold[p].empty()) result_.plans[p].cold = record::summarise(cold[p]);
      if (!batch[p].empty()) result_.plans[p].batch = record::summarise(batch[p]);
      result_.plans[p].cold_samples = cold[p];
      result_.plans[p].batch_samples = batch[p];
      keep_middle_run(runs_[p], experiment_.submit(), result_.plans[p]);
    }
    remark_on_times(cold, true);
    if (both) remark_on_times(batch, false);
    if (result_.plans.size() < 2) return;
    const auto &first = result_.plans[0].cold, &second = result_.plans[1].cold;
    if (first && second && !record::comparable(*first, *second)) remark(base::text("measure.incomparable"));
  }

  /// Some machines change their pace from one second to the next. Where that came between the samples, the plans are
  /// timed once more, and the better of both passes stays whole.
  Kept steadier(Kept first, const std::function<Kept()>& once_more) {
    constexpr double unsteady = 0.2;
    const double known = known_to(first);
    if (!(known > unsteady)) return first;
    auto runs = std::exchange(runs_, {});
    Kept second = once_more();
    if (known_to(second) < known / 2) {
      remark(base::text("measure.steadier"));
      return second;
    }
    runs_ = std::move(runs);
    return first;
  }
  /// How well the ratio of the first two plans' times is known; 0 where there are too few samples to ask.
  [[nodiscard]] double known_to(const Kept& kept) const {
    const auto enough = [&](const auto& samples) { return std::ssize(samples) >= rules_.least; };
    if (kept.size() < 2 || !enough(kept[0]) || !enough(kept[1])) return 0;
    return record::ratio_scatter(record::summarise(kept[0]), record::summarise(kept[1]));
  }

  /// Requests until the stopping rule is content or the time is up; at least one.
  Kept sample(device::Temperature temperature, Instant deadline, double from, double to) {
    Kept kept(spec_.plans.size());
    runs_.resize(spec_.plans.size());
    const bool is_cold = temperature == device::Temperature::cold;
    const std::string_view progress = is_cold ? "measure.sampling.cold" : "measure.sampling.batch";
    const std::string_view kind = base::text(is_cold ? "measure.kind.cold" : "measure.kind.batch");
    Rules rules = rules_;
    if (!is_cold) {
      rules.plenty = std::max(rules.least, rules.plenty_batch);
      rules.most = std::max(rules.least, rules.most_batch);
    }
    Dropped dropped;
    do {
      const int have = static_cast<int>(std::ranges::min(kept, {}, &std::vector<double>::size).size());
      const int expected = expected_samples(kept, rules);
      tell(from + (to - from) * std::min(1.0, static_cast<double>(have) / expected), std::string(base::text(progress)));
      const int wanted = std::max(1, std::min(have < rules.plenty ? rules.plenty : rules.most, rules.most) - have);
      const device::Samples samples = experiment_.sample({temperature, wanted, rules.batch, stop_});
      if (stop_.stop_requested()) throw base::Cancelled();
      const int throttled = dropped.throttled;
      keep(samples, kept, dropped);
      if (dropped.throttled > throttled) std::this_thread::sleep_for(std::chrono::duration<double>(rules_.rest.value));
    } while (!enough(kept, rules) && std::chrono::steady_clock::now() < deadline);
    if (dropped.disturbed > 0) {
      remark(base::say("measure.dropped", static_cast<std::uint64_t>(dropped.disturbed), {{"kind", kind}}));
    }
    if (dropped.throttled > 0) {
      remark(base::say("measure.throttled", static_cast<std::uint64_t>(dropped.throttled),
                       {{"kind", kind}, {"least", base::show_number(100 * dropped.slowest, 2)}}));
    }
    return kept;
  }

  /// Samples that are not kept, and why.
  struct Dropped {
    int disturbed = 0, throttled = 0;
    double slowest = 1;  ///< clock of the slowest, as a share of the fastest there is
  };

  /// Adds the samples that nothing disturbed and no fallen clock made longer.
  void keep(const device::Samples& samples, Kept& kept, Dropped& dropped) {
    if (samples.plans.size() != kept.size() ||
        std::any_of(samples.plans.begin(), samples.plans.end(), [](const auto& plan) { return plan.empty(); })) {
      throw device::DeviceError(base::say("measure.no_samples"));
    }
    for (std::size_t p = 0; p < kept.size(); ++p) {
      for (const device::Sample& sample : samples.plans[p]) {
        if (rules_.disturbed && rules_.disturbed(sample.begin, sample.end)) {
          ++dropped.disturbed;
        } else if (sample.clock > 0 && sample.clock < rules_.throttle) {
          ++dropped.throttled;
          ++result_.plans[p].throttled;
          dropped.slowest = std::min(dropped.slowest, sample.clock);
        } else {
          kept[p].push_back(std::round(sample.time.value / clock_tick) * clock_tick);
          if (!sample.steps.empty()) runs_[p].push_back(kernels_of(sample, names_of(result_.plans[p])));
        }
      }
    }
  }

  [[nodiscard]] static std::vector<std::string> names_of(const record::PlanMeasurement& plan) {
    std::vector<std::string> names;
    for (const record::KernelMeasurement& kernel : plan.kernels) names.push_back(kernel.ops);
    return names;
  }

  void remark_on_times(const Kept& kept, bool is_cold) {
    const std::string_view kind = base::text(is_cold ? "measure.kind.cold" : "measure.kind.batch");
    for (std::size_t p = 0; p < kept.size(); ++p) {
      const std::string& plan = result_.plans[p].plan;
      const int n = static_cast<int>(kept[p].size());
      if (n == 0) {
        remark(base::say("measure.none_left", {{"plan", plan}, {"kind", kind}}));
      } else if (n < rules_.least) {
        remark(base::say("measure.few", static_cast<std::uint64_t>(n), {{"plan", plan}, {"kind", kind}}));
      } else if (const double error = record::median_error(kept[p]); !std::isfinite(error)) {
        remark(base::say("measure.no_interval", {{"plan", plan}, {"kind", kind}, {"n", std::to_string(n)}}));
      } else if (error > doubtful) {
        remark(base::say(is_cold ? "measure.scatter.cold" : "measure.scatter.batch",
                         {{"plan", plan}, {"percent", base::show_number(100 * error, 2)}}));
      }
    }
  }

  void count() {
    tell(batch_at, std::string(base::text("measure.counting")));
    const device::Counts counts = experiment_.count();
    result_.tier = counts.tier;
    if (!counts.no_local.empty()) remark(base::say("measure.no_local", {{"why", counts.no_local}}));
    for (std::size_t p = 0; p < result_.plans.size(); ++p) {
      record::PlanMeasurement& plan = result_.plans[p];
      if (p >= counts.plans.size()) {
        plan.no_bytes_because = counts.refusal;
        continue;
      }
      const device::PlanCount& counted = counts.plans[p];
      plan.dram_read = counted.read;
      plan.dram_written = counted.written;
      plan.dram_tail = counted.tail;
      plan.l2 = counted.l2;
      plan.issued = counted.issued;
      plan.batch_levels = counted.batch;
      plan.clocks = counted.clocks;
      for (std::size_t k = 0; k < std::min(plan.kernels.size(), counted.kernels.size()); ++k) {
        plan.kernels[k].dram_read = counted.kernels[k].read;
        plan.kernels[k].dram_written = counted.kernels[k].written;
        plan.kernels[k].l2 = counted.kernels[k].l2;
        plan.kernels[k].issued = counted.kernels[k].issued;
      }
      for (std::size_t k = 0; k < std::min(plan.code.size(), counted.local.size()); ++k) {
        if (!counted.local[k]) continue;
        plan.code[k].local_read = counted.local[k]->read;
        plan.code[k].local_written = counted.local[k]->written;
      }
    }
  }

  void trace() {
    tell(counted_at, std::string(base::text("measure.tracing")));
    const device::Trace trace = experiment_.trace();
    for (std::size_t p = 0; p < result_.plans.size(); ++p) {
      if (p < trace.runs.size()) keep_middle_run(trace.runs[p], trace.submit, result_.plans[p]);
      if (!trace.refusal.empty()) result_.plans[p].no_timeline_because = trace.refusal;
    }
  }

  /// What cannot be is not shown: times and outputs take the run with them, bytes and kernel records only themselves.
  void pass_the_door() {
    record::Judgement found = record::judge(result_, record::data_sheets());
    for (const record::Flaw& flaw : found.flaws) {
      switch (flaw.part) {
        case record::Flaw::Part::identity:
        case record::Flaw::Part::verdict:
        case record::Flaw::Part::time:
          throw device::DeviceError(
              base::say("measure.impossible", {{"device", device_.name()}, {"why", flaw.sentence}}),
              base::say("measure.impossible.remedy"));
        case record::Flaw::Part::bytes:
          drop_bytes(flaw.sentence);
          break;
        case record::Flaw::Part::timeline:
          result_.plans[flaw.plan].timeline.reset();
          result_.plans[flaw.plan].no_timeline_because = flaw.sentence;
          break;
      }
    }
    result_.doubts = std::move(found.doubts);
  }

  /// One reading that cannot be leaves no faith in the others.
  void drop_bytes(const std::string& why) {
    if (result_.tier == record::Tier::times_only) return;
    result_.tier = record::Tier::times_only;
    for (record::PlanMeasurement& plan : result_.plans) {
      plan.dram_read = plan.dram_written = plan.dram_tail = std::nullopt;
      plan.l2 = plan.issued = std::nullopt;
      plan.batch_levels = {};
      plan.clocks.reset();
      plan.no_bytes_because = base::say("measure.impossible_bytes", {{"why", why}});
      for (record::KernelMeasurement& kernel : plan.kernels) {
        kernel.dram_read = kernel.dram_written = std::nullopt;
        kernel.l2 = kernel.issued = std::nullopt;
      }
      for (record::KernelCode& code : plan.code) code.local_read = code.local_written = std::nullopt;
    }
  }

  device::Device& device_;
  device::Experiment& experiment_;
  const device::RunSpec& spec_;
  const Rules& rules_;
  const OnProgress& progress_;
  std::stop_token stop_;
  record::Measurement result_;
  std::vector<std::vector<device::KernelTimes>> runs_;  ///< of each plan, where samples told their kernels
};

}  // namespace

record::Measurement collect(device::Device& device, device::Experiment& experiment, const device::RunSpec& spec,
                            const Rules& rules, const OnProgress& progress, std::stop_token stop, std::string command) {
  if (std::optional<record::Measurement> recorded = experiment.recorded()) return std::move(*recorded);
  return Collection(device, experiment, spec, rules, progress, std::move(stop)).run(std::move(command));
}

}  // namespace measure
