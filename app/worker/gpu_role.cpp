// The run role never loads CUPTI; the count role times nothing.
#include "worker/gpu_role.hpp"

#include "base/words.hpp"
#include "worker/card.hpp"
#include "worker/failed.hpp"

namespace worker {
namespace {

using Kind = wire::Failure::Kind;

Failed refused(const Refusal& refusal) {
  return Failed(wire::Failure{Kind::counters, refusal.sentence, refusal.remedy_student, refusal.remedy_admin, {}});
}

Refusal not_built_in() {
  return {RefusalKind::library_missing,
          std::string(base::text("worker.no_counters")),
          std::string(base::text("worker.no_counters.remedy")),
          {}};
}

}  // namespace

Bench& GpuRole::bench(const wire::Job& job, const std::vector<wire::Image>& images) {
  if (!bench_ || bench_->job() != job) {
    bench_.reset();  // before the next one asks for memory
    bench_ = std::make_unique<Bench>(job, images, card_);
  }
  return *bench_;
}

void RunRole::open(const wire::Hello& hello, wire::Capabilities& into) {
  card_ = open_card(hello.card);
  into.card = card_;
}

wire::Body RunRole::answer(const wire::Body& request, const Desk& desk) {
  if (std::holds_alternative<wire::Release>(request)) {
    bench_.reset();
    return wire::Release{};
  }
  const auto* run = std::get_if<wire::Run>(&request);
  if (run == nullptr) throw Failed(Kind::bad_request, std::string(base::text("worker.not_mine")));
  wire::check(*run);
  Bench& ready = bench(run->job, run->images);
  wire::Ran ran;
  if (run->evidence) ran = ready.evidence(*run->evidence);
  if (run->sampling) ready.sample(*run->sampling, desk.cancelled, ran);
  ran.flushed = ready.flush_bytes();
  ran.kernels = ready.loaded();
  return ran;
}

void CountRole::open(const wire::Hello& hello, wire::Capabilities& into) {
  card_ = open_card(hello.card);
  into.card = card_;
  if (open_counters == nullptr) throw refused(not_built_in());
  counters_ = open_counters();
  if (const auto refusal = counters_->unavailable()) throw refused(*refusal);
}

wire::Body CountRole::answer(const wire::Body& request, const Desk& desk) {
  if (std::holds_alternative<wire::Release>(request)) {
    bench_.reset();
    return wire::Release{};
  }
  const auto* asked = std::get_if<wire::Count>(&request);
  if (asked == nullptr) throw Failed(Kind::bad_request, std::string(base::text("worker.not_mine")));
  wire::check(*asked);
  wire::Counted counted = count(*asked, desk);
  bench_.reset();  // the run role may want the memory
  return counted;
}

void CountRole::rest() {
  if (counters_) counters_->let_go();
}

wire::Counted CountRole::count(const wire::Count& asked, const Desk& desk) {
  if (!counters_) throw refused(not_built_in());
  wire::Job job = asked.job;
  job.submit = wire::Submit::stream;  // what a graph replays is not seen kernel by kernel
  Bench& ready = bench(job, asked.images);
  std::vector<CounterRange> ranges;
  wire::Counted counted;
  const int launches = static_cast<int>(asked.launches);
  for (std::size_t plan = 0; plan < job.plans.size(); ++plan) {
    ready.run(plan);  // untimed and uncounted: the first launch loads code
    ready.wait();
    const auto named = [&](std::int64_t kernel) {
      counted.ranges.push_back({static_cast<std::int64_t>(plan), kernel, asked.launches, {}});
      return "p" + std::to_string(plan) + "k" + std::to_string(kernel);
    };
    ranges.push_back({named(-1), launches, [&ready, plan] { ready.run(plan); }});
    const std::size_t kernels = job.plans[plan].kernels.size();
    for (std::size_t kernel = 0; kernels > 1 && kernel < kernels; ++kernel) {
      ranges.push_back(
          {named(static_cast<std::int64_t>(kernel)), launches, [&ready, plan, kernel] { ready.run(plan, kernel); }});
    }
  }
  if (desk.cancelled()) throw Failed(Kind::cancelled, std::string(base::text("worker.cancelled")));
  const auto read = counters_->read(asked.set, ranges);
  if (const auto* refusal = std::get_if<Refusal>(&read)) throw refused(*refusal);
  const auto& readings = std::get<std::vector<RangeReading>>(read);
  if (readings.size() != ranges.size()) {
    throw refused({RefusalKind::bad_reading,
                   std::string(base::text("worker.ranges_lost")),
                   std::string(base::text("worker.ranges_lost.remedy")),
                   {}});
  }
  for (std::size_t i = 0; i < readings.size(); ++i) {
    for (const auto& [name, value] : readings[i].values) {
      // Rates are what they are; amounts are of all launches together.
      const bool rate = name.ends_with("_hz");
      counted.ranges[i].readings.push_back({name, rate ? value : value / launches});
    }
  }
  for (std::size_t plan = 0; asked.timeline && plan < job.plans.size(); ++plan) {
    const auto told = counters_->timeline([&] {
      ready.run(plan);
      ready.wait();
    });
    if (const auto* refusal = std::get_if<Refusal>(&told)) throw refused(*refusal);
    for (const KernelRecord& one : std::get<std::vector<KernelRecord>>(told)) {
      counted.timeline.push_back({static_cast<std::int64_t>(plan), one.name, one.begin_s, one.end_s, one.registers,
                                  one.static_shared + one.dynamic_shared, one.local_per_thread});
    }
  }
  return counted;
}

}  // namespace worker
