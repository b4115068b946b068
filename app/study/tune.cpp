// Rounds over shuffled points in small batches; then the winner once more.
#include "study/tune.hpp"

#include "base/dates.hpp"
#include "base/random.hpp"
#include "base/resources.hpp"
#include "base/words.hpp"
#include "measure/verify.hpp"
#include "record/scatter.hpp"
#include "record/statistics.hpp"
#include "study/resources.hpp"
#include "study/tune_points.hpp"

#include <algorithm>
#include <numeric>

namespace study {
namespace {

constexpr std::size_t batch_points = 8;     ///< prepared together, beside the usual kernels
constexpr base::Seconds batch_budget{2.0};  ///< of one request for samples
constexpr double tried_share = 0.85;        ///< of the progress bar; the fresh runs have the rest
constexpr int fresh_samples = 40;

class Tuner {
 public:
  Tuner(record::Tuning& into, device::Device& device, const plan::FusionPlan& usual, const TuneRequest& request,
        const measure::OnProgress& progress, const std::stop_token& stop)
      : into_(into),
        device_(device),
        request_(request),
        progress_(progress),
        stop_(stop),
        plans_(tune_points(usual, target_of(device))),
        samples_(plans_.size()),
        verified_(plans_.size(), false) {
    for (const plan::FusionPlan& plan : plans_) {
      record::TunedPoint point;
      if (&plan != &plans_.front()) point.knobs = plan::split_knobs(plan.name).knobs;
      into_.points.push_back(std::move(point));
    }
  }

  void run() {
    for (int round = 0; round < request_.rounds; ++round) {
      const std::vector<std::size_t> order = shuffled(round);
      for (std::size_t begin = 0; begin < order.size(); begin += batch_points) {
        const std::size_t end = std::min(order.size(), begin + batch_points);
        tell(round, begin, order.size());
        batch({order.begin() + static_cast<std::ptrdiff_t>(begin), order.begin() + static_cast<std::ptrdiff_t>(end)});
      }
      if (order.empty()) batch({});
      if (round == 0 && into_.points.front().cold == std::nullopt) throw last_;
      into_.rounds = round + 1;
    }
    choose();
  }

 private:
  void tell(int round, std::size_t done, std::size_t all) const {
    if (stop_.stop_requested()) throw base::Cancelled();
    if (!progress_) return;
    const double rounds = request_.rounds;
    const double within = all == 0 ? 0 : static_cast<double>(done) / static_cast<double>(all);
    progress_({tried_share * (round + within) / rounds,
               base::say("app.tune.round", {{"round", std::to_string(round + 1)},
                                            {"rounds", std::to_string(request_.rounds)},
                                            {"point", std::to_string(done + 1)},
                                            {"points", std::to_string(all)}})});
  }

  /// The points that are still in, in an order of the round's own; the usual kernels are in every batch.
  [[nodiscard]] std::vector<std::size_t> shuffled(int round) const {
    std::vector<std::size_t> order;
    for (std::size_t i = 1; i < plans_.size(); ++i) {
      if (into_.points[i].failed.empty()) order.push_back(i);
    }
    for (std::size_t i = order.size(); i > 1; --i) {
      const std::uint64_t bits = base::random_bits(request_.seed, static_cast<std::uint64_t>(round), i);
      std::swap(order[i - 1], order[bits % i]);
    }
    return order;
  }

  /// A device that refuses them together is asked for each alone, so that one takes none of the others with it.
  void batch(const std::vector<std::size_t>& points) {
    try {
      time(points);
    } catch (const device::DeviceError& error) {
      last_ = error;
      if (points.size() == 1) fail(points.front(), error.what());
      if (points.size() <= 1) return;
      for (const std::size_t point : points) {
        if (stop_.stop_requested()) throw base::Cancelled();
        batch({point});
      }
    }
  }

  void fail(std::size_t point, const std::string& why) {
    into_.points[point].failed = why;
    samples_[point].clear();
    into_.points[point].cold.reset();
  }

  /// Verifies those that were not, times those that are right.
  void time(const std::vector<std::size_t>& points) {
    std::vector<std::size_t> all{0};
    all.insert(all.end(), points.begin(), points.end());
    device::RunSpec spec = spec_of(all);
    auto experiment = device_.prepare(spec);
    describe(*experiment);
    const std::vector<std::size_t> right = verify(*experiment, spec, all);
    if (right.empty() || right.front() != 0) throw device::DeviceError(base::say("app.tune.usual_wrong"));
    if (right.size() < all.size()) {  // plans share buffers and turns: a wrong one is not run beside others
      experiment.reset();
      spec = spec_of(right);
      experiment = device_.prepare(spec);
    }
    const device::Samples taken =
        experiment->sample({device::Temperature::cold, request_.samples, batch_budget, stop_});
    if (stop_.stop_requested()) throw base::Cancelled();
    if (taken.plans.size() != right.size()) throw device::DeviceError(base::say("measure.no_samples"));
    for (std::size_t p = 0; p < right.size(); ++p) keep(right[p], taken.plans[p]);
  }

  [[nodiscard]] device::RunSpec spec_of(const std::vector<std::size_t>& points) const {
    device::RunSpec spec;
    spec.seed = request_.seed;
    for (const std::size_t point : points) spec.plans.push_back(plans_[point]);
    return spec;
  }

  /// The points that are right; what the compiler told of each.
  std::vector<std::size_t> verify(device::Experiment& experiment, const device::RunSpec& spec,
                                  const std::vector<std::size_t>& points) {
    std::vector<std::size_t> right;
    const auto code = experiment.code();
    for (std::size_t p = 0; p < points.size(); ++p) {
      const std::size_t point = points[p];
      if (!verified_[point]) {
        const record::Verdict verdict = measure::verify(experiment, spec, static_cast<int>(p), stop_).verdict;
        if (!verdict.passed) fail(point, base::say("app.tune.wrong", {{"worst", verdict.worst}}));
        if (!verdict.passed) continue;
        verified_[point] = true;
        if (p < code.size()) told(point, code[p]);
      }
      right.push_back(point);
    }
    return right;
  }

  void told(std::size_t point, const std::vector<record::KernelCode>& code) {
    record::PlanMeasurement plan;
    plan.code = code;
    const auto taken = resources_of({}, plan);
    if (!taken) return;
    into_.points[point].registers = taken->registers;
    into_.points[point].spilled = taken->spilled;
  }

  void keep(std::size_t point, const std::vector<device::Sample>& samples) {
    const double slowest_clock = measure::Rules{}.throttle;
    for (const device::Sample& sample : samples) {
      const bool throttled = sample.clock > 0 && sample.clock < slowest_clock;
      if (!throttled) samples_[point].push_back(sample.time.value);
    }
    if (!samples_[point].empty()) into_.points[point].cold = record::summarise(samples_[point]);
  }

  void describe(const device::Experiment& experiment) {
    record::Provenance& from = into_.provenance;
    from.submit = experiment.submit();
    from.method = experiment.method();
  }

  /// The fastest point beside the usual kernels, in runs of their own.
  void choose() {
    const int best = into_.best();
    if (best <= 0) return;
    const auto winner = static_cast<std::size_t>(best);
    std::vector<record::FreshRun> fresh;
    for (int run = 0; run < request_.fresh; ++run) {
      if (stop_.stop_requested()) throw base::Cancelled();
      if (progress_) {
        const double share = tried_share + (1 - tried_share) * run / request_.fresh;
        progress_({share, base::say("app.tune.again",
                                    {{"run", std::to_string(run + 1)}, {"runs", std::to_string(request_.fresh)}})});
      }
      fresh.push_back(fresh_run(winner));
    }
    into_.fresh = std::move(fresh);
    const auto held = std::ranges::count_if(into_.fresh, [](const record::FreshRun& run) {
      return run.chosen.median < run.usual.median && !record::same_time(run.usual, run.chosen);
    });
    if (2 * held > std::ssize(into_.fresh)) into_.chosen = into_.points[winner].knobs;
  }

  record::FreshRun fresh_run(std::size_t winner) {
    const device::RunSpec spec = spec_of({0, winner});
    auto experiment = device_.prepare(spec);
    for (int plan = 0; plan < 2; ++plan) {
      const record::Verdict verdict = measure::verify(*experiment, spec, plan, stop_).verdict;
      if (!verdict.passed) throw device::DeviceError(base::say("app.tune.wrong", {{"worst", verdict.worst}}));
    }
    const device::Samples taken = experiment->sample({device::Temperature::cold, fresh_samples, batch_budget, stop_});
    if (stop_.stop_requested()) throw base::Cancelled();
    if (taken.plans.size() != 2 || taken.plans[0].empty() || taken.plans[1].empty())
      throw device::DeviceError(base::say("measure.no_samples"));
    std::vector<double> usual, chosen;
    for (const device::Sample& sample : taken.plans[0]) usual.push_back(sample.time.value);
    for (const device::Sample& sample : taken.plans[1]) chosen.push_back(sample.time.value);
    return {record::summarise(usual), record::summarise(chosen)};
  }

  record::Tuning& into_;
  device::Device& device_;
  const TuneRequest& request_;
  const measure::OnProgress& progress_;
  const std::stop_token& stop_;
  const std::vector<plan::FusionPlan> plans_;  ///< the first is the usual one
  std::vector<std::vector<double>> samples_;   ///< of each point, over all rounds
  std::vector<bool> verified_;
  device::DeviceError last_{""};
};

}  // namespace

codegen::Target target_of(const device::Device& device) {
  const record::Target card = device.target();
  codegen::Target target;
  target.compute_capability = card.compute_capability;
  target.multiprocessors = card.multiprocessors;
  target.shared_per_block = card.shared_per_block;
  return target;
}

void tune(record::Tuning& into, device::Device& device, const plan::FusionPlan& usual, const TuneRequest& request,
          const measure::OnProgress& progress, const std::stop_token& stop) {
  if (!device.is_gpu() || !device.live()) {
    throw device::DeviceError(base::say("app.tune.no_gpu", {{"device", device.id()}}),
                              base::say("app.tune.no_gpu.remedy"));
  }
  into = {};
  into.chain = chain::one_line(*usual.chain);
  into.cuts = request.cuts;
  into.wanted_rounds = request.rounds;
  into.provenance = {device.name(),
                     device.id(),
                     device.driver(),
                     base::now_utc(),
                     base::version(),
                     request.command,
                     request.seed,
                     {},
                     {}};
  Tuner tuner(into, device, usual, request, progress, stop);
  if (into.points.size() < 2) {
    throw device::DeviceError(base::say("app.tune.no_knobs"), base::say("plan.knob.no_kernel.hint"));
  }
  tuner.run();
}

}  // namespace study
