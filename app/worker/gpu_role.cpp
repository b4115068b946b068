// The run role never loads CUPTI; the others time nothing that is called a time.
#include "worker/gpu_role.hpp"

#include "base/words.hpp"
#include "worker/card.hpp"
#include "worker/failed.hpp"
#include "worker/sandbox.hpp"

#include <algorithm>
#include <numeric>
#include <thread>

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
  explicit Freed(std::unique_ptr<ReadyJob>& ready) : ready_(ready) {}
  ~Freed() { ready_.reset(); }
  Freed(const Freed&) = delete;
  Freed& operator=(const Freed&) = delete;

 private:
  std::unique_ptr<ReadyJob>& ready_;
};

/// The readings whose names begin so. Rates are what they are; amounts are of all launches together.
void add(const RangeReading& read, std::string_view prefix, wire::Range& to) {
  for (const auto& [name, value] : read.values) {
    if (!name.starts_with(prefix)) continue;
    to.readings.push_back({name, name.ends_with("_hz") ? value : value / static_cast<double>(to.launches)});
  }
}

/// Which ranges a request for the set "traffic" means.
std::vector<wire::Range> traffic_ranges(const wire::Count& asked) {
  std::vector<wire::Range> ranges;
  for (std::size_t p = 0; p < asked.job.plans.size(); ++p) {
    const auto plan = static_cast<std::int64_t>(p);
    const auto steps = static_cast<std::int64_t>(asked.job.plans[p].steps.size());
    ranges.push_back({plan, -1, asked.launches, wire::Regime::batch, {}});
    for (std::int64_t i = 0; i < asked.repeats; ++i) {
      ranges.push_back({plan, -1, 1, wire::Regime::cold, {}});
      ranges.push_back({plan, -1, 1, wire::Regime::tail, {}});
      for (std::int64_t step = 0; steps > 1 && step < steps; ++step) {
        ranges.push_back({plan, step, 1, wire::Regime::cold, {}});
      }
    }
  }
  for (std::int64_t i = 0; i < asked.repeats; ++i) ranges.push_back({0, -1, 1, wire::Regime::control, {}});
  return ranges;
}

/// The same as something to run on the card. Two flushes read different memory: the second finds nothing of its own in
/// the cache, so that it drives out what the plan wrote and adds reads of a size that is known.
CounterRange in(ReadyJob& ready, const wire::Range& range, std::size_t number) {
  const auto plan = static_cast<std::size_t>(range.plan);
  const auto kernel = static_cast<std::size_t>(std::max<std::int64_t>(0, range.kernel));
  CounterRange out{"r" + std::to_string(number), static_cast<int>(range.launches), {}, {}};
  out.before = [&ready, plan, kernel] { ready.lead_up_to(plan, kernel); };
  switch (range.regime) {
    case wire::Regime::batch:
      out.before = [&ready, plan] {
        ready.run(plan);
        ready.wait();
      };
      out.launch = [&ready, plan] { ready.run(plan); };
      break;
    case wire::Regime::cold:
      if (range.kernel < 0) {
        out.launch = [&ready, plan] { ready.run(plan); };
      } else {
        out.launch = [&ready, plan, kernel] { ready.run(plan, kernel); };
      }
      break;
    case wire::Regime::tail:
      out.launch = [&ready, plan] {
        ready.run(plan);
        ready.flush_again();
      };
      break;
    case wire::Regime::control:
      out.launch = [&ready] { ready.flush_again(); };
      break;
  }
  return out;
}

}  // namespace

std::string GpuRole::confine() {
  return confine_card();
}

ReadyJob& GpuRole::prepared(const wire::Job& job, const std::vector<wire::Image>& images) {
  if (!ready_ || ready_->job() != job) {
    ready_.reset();  // before the next one asks for memory
    ready_ = std::make_unique<ReadyJob>(job, images, card_);
  }
  return *ready_;
}

void RunRole::open(const wire::Hello& hello, wire::Capabilities& into) {
  // Half a gigabyte that is opened while the driver starts; a run without products needs none of it.
  wire::RoleState library{"library", true, {}, {}, {}};
  std::string version;
  std::thread opening([&] {
    try {
      static_cast<void>(cublas::api());
      version = cublas::version();
    } catch (const Failed& failed) {
      library = {"library", false, failed.failure.sentence, failed.failure.remedy, failed.failure.remedy_admin};
    }
  });
  try {
    card_ = open_card(hello.card);
  } catch (...) {
    opening.join();
    throw;
  }
  opening.join();
  into.card = card_;
  into.cublas = version;
  into.roles.push_back(std::move(library));
}

wire::Body RunRole::answer(const wire::Body& request, const Caller& caller) {
  if (std::holds_alternative<wire::Release>(request)) {
    ready_.reset();
    return wire::Release{};
  }
  if (const auto* choose = std::get_if<wire::Choose>(&request)) {
    wire::check(*choose);
    ReadyJob& ready = prepared(choose->job, choose->images);
    return ready.choose(static_cast<std::size_t>(choose->plan), static_cast<std::size_t>(choose->step),
                        static_cast<int>(choose->candidates), caller.cancelled);
  }
  const auto* run = std::get_if<wire::Run>(&request);
  if (run == nullptr) throw Failed(Kind::bad_request, std::string(base::text("worker.not_mine")));
  wire::check(*run);
  ReadyJob& ready = prepared(run->job, run->images);
  wire::Ran ran;
  if (run->evidence) ran = ready.evidence(*run->evidence);
  if (run->sampling) ready.sample(*run->sampling, caller.cancelled, ran);
  ran.flushed = ready.flush_bytes();
  ran.kernels = ready.loaded();
  ran.calls = ready.calls();
  return ran;
}

void CountRole::open(const wire::Hello& hello, wire::Capabilities& into) {
  card_ = open_card(hello.card);
  into.card = card_;
  if (open_counters == nullptr) throw refused(not_built_in());
  counters_ = open_counters();
  if (const auto refusal = counters_->unavailable()) throw refused(*refusal);
}

wire::Body CountRole::answer(const wire::Body& request, const Caller& caller) {
  const auto* asked = std::get_if<wire::Count>(&request);
  if (asked == nullptr) throw Failed(Kind::bad_request, std::string(base::text("worker.not_mine")));
  wire::check(*asked);
  const Freed freed(ready_);
  return count(*asked, caller);
}

void CountRole::rest() {
  if (counters_) counters_->let_go();
}

wire::Counted CountRole::count(const wire::Count& asked, const Caller& caller) {
  if (!counters_) throw refused(not_built_in());
  wire::Job job = asked.job;
  job.submit = wire::Submit::stream;  // what a graph replays is not seen kernel by kernel
  ReadyJob& ready = prepared(job, asked.images);
  for (std::size_t plan = 0; plan < job.plans.size(); ++plan) ready.run(plan);  // the first launch loads code
  ready.flush_again();                                                          // and takes its memory
  ready.wait();
  const auto go_on = [&] {
    if (caller.cancelled()) throw Failed(Kind::cancelled, std::string(base::text("worker.cancelled")));
  };
  go_on();
  wire::Counted counted;
  counted.flushed = ready.flush_bytes();
  counted.ranges = traffic_ranges(asked);
  std::vector<CounterRange> ranges;
  for (const wire::Range& range : counted.ranges) ranges.push_back(in(ready, range, ranges.size()));
  const auto read = counters_->read("traffic", ranges);
  if (const auto* refusal = std::get_if<Refusal>(&read)) throw refused(*refusal);
  const auto& readings = std::get<std::vector<RangeReading>>(read);
  if (readings.size() != ranges.size()) throw refused(ranges_lost());
  for (std::size_t i = 0; i < readings.size(); ++i) add(readings[i], {}, counted.ranges[i]);
  // Bytes that were counted stay counted, whatever becomes of the rest.
  go_on();
  if (asked.spill) count_spills(asked, counted);
  return counted;
}

/// The second metric set: of it, what each kernel moved to and from local memory.
void CountRole::count_spills(const wire::Count& asked, wire::Counted& into) {
  std::vector<wire::Range> wanted;
  for (const wire::Range& range : into.ranges) {
    const std::size_t steps = asked.job.plans[static_cast<std::size_t>(range.plan)].steps.size();
    const bool one_kernel = range.kernel >= 0 || steps == 1;
    const auto same = [&](const wire::Range& other) {
      return other.plan == range.plan && other.kernel == range.kernel;
    };
    if (range.regime == wire::Regime::cold && one_kernel && std::ranges::none_of(wanted, same)) {
      wanted.push_back({range.plan, range.kernel, 1, wire::Regime::cold, {}});
    }
  }
  std::vector<CounterRange> ranges;
  for (const wire::Range& range : wanted) ranges.push_back(in(*ready_, range, ranges.size()));
  const auto read = counters_->read("spill", ranges);
  const auto* readings = std::get_if<std::vector<RangeReading>>(&read);
  if (readings == nullptr || readings->size() != ranges.size()) {
    into.no_spill = (readings == nullptr ? std::get<Refusal>(read) : ranges_lost()).sentence;
    return;
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    add((*readings)[i], "local_", wanted[i]);
    into.ranges.push_back(std::move(wanted[i]));
  }
}

void TraceRole::open(const wire::Hello& hello, wire::Capabilities& into) {
  card_ = open_card(hello.card);
  into.card = card_;
  if (open_tracer == nullptr) throw refused(not_built_in());
  auto opened = open_tracer();
  if (const auto* refusal = std::get_if<Refusal>(&opened)) throw refused(*refusal);
  tracer_ = std::get<std::unique_ptr<Tracer>>(std::move(opened));
}

wire::Body TraceRole::answer(const wire::Body& request, const Caller& /*caller*/) {
  const auto* asked = std::get_if<wire::Trace>(&request);
  if (asked == nullptr || !tracer_) throw Failed(Kind::bad_request, std::string(base::text("worker.not_mine")));
  wire::check(*asked);
  const Freed freed(ready_);
  return trace(*asked);
}

/// How many kernels each step starts: ours say so, of a library's call the records of it alone tell.
std::vector<std::vector<std::size_t>> TraceRole::kernels_of(const wire::Job& job, ReadyJob& ready) {
  std::vector<std::vector<std::size_t>> kernels;
  for (std::size_t plan = 0; plan < job.plans.size(); ++plan) {
    std::vector<std::size_t>& of = kernels.emplace_back();
    for (std::size_t step = 0; step < job.plans[plan].steps.size(); ++step) {
      const auto* own = std::get_if<wire::Kernel>(&job.plans[plan].steps[step]);
      of.push_back(own != nullptr ? static_cast<std::size_t>(own->times) : 1);
      if (own != nullptr) continue;
      const auto told = tracer_->record([&] {
        ready.run(plan, step);
        ready.wait();
      });
      if (const auto* refusal = std::get_if<Refusal>(&told)) throw refused(*refusal);
      of.back() = std::get<std::vector<KernelRecord>>(told).size();
    }
  }
  return kernels;
}

/// Each plan in turns, each kernel with the card's own clock.
wire::Traced TraceRole::trace(const wire::Trace& asked) {
  wire::Job job = asked.job;
  job.submit = wire::Submit::stream;  // as it is counted
  ReadyJob& ready = prepared(job, asked.images);
  const auto& plans = asked.job.plans;
  for (std::size_t plan = 0; plan < plans.size(); ++plan) ready.run(plan);  // the first launch loads code
  ready.wait();
  const std::vector<std::vector<std::size_t>> of = kernels_of(job, ready);
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
  for (const auto& steps : of) started += std::accumulate(steps.begin(), steps.end(), std::size_t{1});  // 1: the flush
  if (kernels.size() != started * static_cast<std::size_t>(asked.runs)) {
    throw Failed(Kind::counters, std::string(base::text("worker.records_lost")));
  }
  wire::Traced traced;
  auto one = kernels.begin();
  for (std::int64_t run = 0; run < asked.runs; ++run) {
    for (std::size_t plan = 0; plan < plans.size(); ++plan) {
      ++one;  // the flush
      const double first = one->begin_s;
      for (std::size_t step = 0; step < of[plan].size(); ++step) {
        for (std::size_t kernel = 0; kernel < of[plan][step]; ++kernel, ++one) {
          // Which is which is told by the order of the stream. A name of CUPTI's may be that of a kernel that was
          // unloaded before: after some chains in one process its records bore older ones (CUDA 13.0, H200). A library
          // unloads none of its own.
          const auto* own = std::get_if<wire::Kernel>(&plans[plan].steps[step]);
          if (own != nullptr && kernel > 0) {  // one step, from its first start to the end of its last
            traced.records.back().end = one->end_s - first;
            continue;
          }
          wire::Record& record = traced.records.emplace_back();
          record.plan = static_cast<std::int64_t>(plan);
          record.run = run;
          record.step = static_cast<std::int64_t>(step);
          record.kernel = own != nullptr ? own->entry : one->name.substr(0, wire::Limit::name);
          record.begin = one->begin_s - first;
          record.end = one->end_s - first;
          record.registers = one->registers;
          record.shared = one->static_shared + one->dynamic_shared;
          record.local = one->local_per_thread;
        }
      }
    }
  }
  return traced;
}

}  // namespace worker
