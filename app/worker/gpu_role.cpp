// The run role never loads CUPTI; the others time nothing that is called a time.
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

Refusal ranges_lost() {
  return {RefusalKind::bad_reading,
          std::string(base::text("worker.ranges_lost")),
          std::string(base::text("worker.ranges_lost.remedy")),
          {}};
}

/// However a request ends, the run role may want the memory.
class Freed {
 public:
  explicit Freed(std::unique_ptr<Bench>& bench) : bench_(bench) {}
  ~Freed() { bench_.reset(); }
  Freed(const Freed&) = delete;
  Freed& operator=(const Freed&) = delete;

 private:
  std::unique_ptr<Bench>& bench_;
};

/// The readings whose names begin so. Rates are what they are; amounts are of all launches together.
void add(const RangeReading& read, std::string_view prefix, wire::Range& to) {
  for (const auto& [name, value] : read.values) {
    if (!name.starts_with(prefix)) continue;
    to.readings.push_back({name, name.ends_with("_hz") ? value : value / static_cast<double>(to.launches)});
  }
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
  const auto* asked = std::get_if<wire::Count>(&request);
  if (asked == nullptr) throw Failed(Kind::bad_request, std::string(base::text("worker.not_mine")));
  wire::check(*asked);
  const Freed freed(bench_);
  return count(*asked, desk);
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
  const auto go_on = [&] {
    if (desk.cancelled()) throw Failed(Kind::cancelled, std::string(base::text("worker.cancelled")));
  };
  go_on();
  const auto read = counters_->read("traffic", ranges);
  if (const auto* refusal = std::get_if<Refusal>(&read)) throw refused(*refusal);
  const auto& readings = std::get<std::vector<RangeReading>>(read);
  if (readings.size() != ranges.size()) throw refused(ranges_lost());
  for (std::size_t i = 0; i < readings.size(); ++i) add(readings[i], {}, counted.ranges[i]);
  // Bytes that were counted stay counted, whatever becomes of the rest.
  go_on();
  if (asked.spill) count_spills(ranges, counted);
  return counted;
}

/// The second metric set: of it, what kernels moved to and from local memory.
void CountRole::count_spills(std::span<const CounterRange> ranges, wire::Counted& into) {
  const auto read = counters_->read("spill", ranges);
  const auto* readings = std::get_if<std::vector<RangeReading>>(&read);
  if (readings == nullptr || readings->size() != ranges.size()) {
    into.no_spill = (readings == nullptr ? std::get<Refusal>(read) : ranges_lost()).sentence;
    return;
  }
  for (std::size_t i = 0; i < ranges.size(); ++i) add((*readings)[i], "local_", into.ranges[i]);
}

void TraceRole::open(const wire::Hello& hello, wire::Capabilities& into) {
  card_ = open_card(hello.card);
  into.card = card_;
  if (open_tracer == nullptr) throw refused(not_built_in());
  auto opened = open_tracer();
  if (const auto* refusal = std::get_if<Refusal>(&opened)) throw refused(*refusal);
  tracer_ = std::get<std::unique_ptr<Tracer>>(std::move(opened));
}

wire::Body TraceRole::answer(const wire::Body& request, const Desk& /*desk*/) {
  const auto* asked = std::get_if<wire::Trace>(&request);
  if (asked == nullptr || !tracer_) throw Failed(Kind::bad_request, std::string(base::text("worker.not_mine")));
  wire::check(*asked);
  const Freed freed(bench_);
  return trace(*asked);
}

/// Each plan in turns, each kernel with the card's own clock.
wire::Traced TraceRole::trace(const wire::Trace& asked) {
  wire::Job job = asked.job;
  job.submit = wire::Submit::stream;  // as it is counted
  Bench& ready = bench(job, asked.images);
  const auto& plans = asked.job.plans;
  for (std::size_t plan = 0; plan < plans.size(); ++plan) ready.run(plan);  // the first launch loads code
  ready.wait();
  const auto told = tracer_->record([&] {
    for (std::int64_t run = 0; run < asked.runs; ++run) {
      for (std::size_t plan = 0; plan < plans.size(); ++plan) {
        ready.run_cold(plan);
        ready.wait();
      }
    }
  });
  if (const auto* refusal = std::get_if<Refusal>(&told)) throw refused(*refusal);
  const auto& kernels = std::get<std::vector<KernelRecord>>(told);
  std::size_t started = 0;
  for (const wire::Plan& plan : plans) started += 1 + plan.kernels.size();  // the flush before it
  if (kernels.size() != started * static_cast<std::size_t>(asked.runs)) {
    throw Failed(Kind::counters, std::string(base::text("worker.records_lost")));
  }
  wire::Traced traced;
  auto one = kernels.begin();
  for (std::int64_t run = 0; run < asked.runs; ++run) {
    for (std::size_t plan = 0; plan < plans.size(); ++plan) {
      ++one;  // the flush
      const double first = one->begin_s;
      for (std::size_t kernel = 0; kernel < plans[plan].kernels.size(); ++kernel, ++one) {
        // Which is which is told by the order of the stream. A name of CUPTI's may be that of a kernel that was
        // unloaded before: after some chains in one process its records bore older ones (CUDA 13.0, H200).
        const std::string& entry = plans[plan].kernels[kernel].entry;
        traced.records.push_back({static_cast<std::int64_t>(plan), run, entry, one->begin_s - first, one->end_s - first,
                                  one->registers, one->static_shared + one->dynamic_shared, one->local_per_thread});
      }
    }
  }
  return traced;
}

}  // namespace worker
