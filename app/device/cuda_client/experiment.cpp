// Questions to a prepared job, as requests; answers, checked against what was asked.
#include "device/cuda_client/experiment.hpp"

#include "base/boot_id.hpp"
#include "base/hash.hpp"
#include "base/words.hpp"
#include "device/cuda_client/counting.hpp"
#include "device/cuda_client/library_call.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace device::cuda_client {
namespace {

using Kind = wire::Failure::Kind;

constexpr double run_seconds = 5;         // what any run may take, besides its bytes
constexpr double slow_card = 20 / 1e12;   // seconds a byte, and much patience
constexpr double slow_products = 0.2e12;  // flops a second: f32 without tensor cores on the slowest of cards
constexpr std::int64_t candidates = 8;    // ways of the library that are timed
constexpr std::int64_t count_launches = 8, count_repeats = 3;
constexpr const char* library_entry = "cublasLtMatmul";
constexpr std::int64_t recorded_runs = 3;  // the middle one is shown

double number(const char* bytes, chain::Dtype dtype) {
  if (dtype == chain::Dtype::f32) {
    float value = 0;
    std::memcpy(&value, bytes, sizeof value);
    return static_cast<double>(value);
  }
  if (dtype == chain::Dtype::i32) {
    std::int32_t value = 0;
    std::memcpy(&value, bytes, sizeof value);
    return value;
  }
  std::uint16_t bits = 0;
  std::memcpy(&bits, bytes, sizeof bits);
  return static_cast<double>(dtype == chain::Dtype::f16 ? chain::from_f16(bits) : chain::from_bf16(bits));
}

std::vector<wire::Span> spans_of(const std::vector<std::int64_t>& elements) {
  std::vector<wire::Span> spans;
  for (const std::int64_t element : elements) {
    if (!spans.empty() && spans.back().first + spans.back().count == element) {
      ++spans.back().count;
    } else {
      spans.push_back({element, 1});
    }
  }
  return spans;
}

[[noreturn]] void wrong_answer() {
  throw DeviceError(std::string(base::text("cuda.wrong_answer")), std::string(base::text("cuda.update_worker")));
}

}  // namespace

CudaExperiment::CudaExperiment(Link link, RunSpec spec, Lowered lowered, wire::Capabilities host)
    : link_(std::move(link)), spec_(std::move(spec)), lowered_(std::move(lowered)), host_(std::move(host)) {
  compile();
  choose();
}

/// What the library does its calls by, asked for apart from what is timed later; equal calls are asked of once.
void CudaExperiment::choose() {
  std::vector<std::pair<wire::Job, wire::Chosen>> known;
  for (std::size_t p = 0; p < lowered_.job.plans.size(); ++p) {
    for (std::size_t s = 0; s < lowered_.job.plans[p].steps.size(); ++s) {
      auto* call = std::get_if<wire::LibraryCall>(&lowered_.job.plans[p].steps[s]);
      if (call == nullptr) continue;
      wire::Job only = job_of(*call, lowered_.job);
      auto found = std::ranges::find(known, only, &std::pair<wire::Job, wire::Chosen>::first);
      if (found == known.end()) {
        const wire::Choose asked{only, 0, 0, candidates, wire::Deadline::role, {}};
        wire::Chosen told = link_()->ask_one<wire::Chosen>(asked, asked.deadline, {});
        if (told.best >= std::ssize(told.candidates)) wrong_answer();
        known.emplace_back(std::move(only), std::move(told));
        found = known.end() - 1;
      }
      const wire::Candidate& best = found->second.candidates[static_cast<std::size_t>(found->second.best)];
      call->algorithm = best.algorithm;
      chosen_.push_back({static_cast<int>(p), static_cast<int>(s), found->second.library, best});
    }
  }
}

void CudaExperiment::compile() {
  std::vector<wire::Body> requests(lowered_.sources.begin(), lowered_.sources.end());
  const std::vector<wire::Body> answers = link_()->ask(std::move(requests), wire::Deadline::role, {});
  resources_.clear();
  for (const wire::Body& answer : answers) {
    const auto* compiled = std::get_if<wire::Compiled>(&answer);
    resources_.push_back(compiled == nullptr ? std::vector<wire::Resources>() : compiled->entries);
  }
  for (std::size_t p = 0; p < lowered_.job.plans.size(); ++p) {
    for (std::size_t k = 0; k < lowered_.job.plans[p].steps.size(); ++k) {
      auto* kernel = std::get_if<wire::Kernel>(&lowered_.job.plans[p].steps[k]);
      if (kernel == nullptr) continue;
      const auto* compiled = std::get_if<wire::Compiled>(&answers[lowered_.source_of[p][k]]);
      if (compiled == nullptr || compiled->cubin.empty()) wrong_answer();
      kernel->cubin = compiled->cubin;
    }
  }
}

double CudaExperiment::deadline() const {
  double bytes = 0;
  for (const wire::Buffer& buffer : lowered_.job.buffers) bytes += static_cast<double>(buffer.bytes);
  const double moving = bytes * slow_card * static_cast<double>(lowered_.job.plans.size());
  return std::min(run_seconds + moving + lowered_.flops / slow_products, wire::Deadline::role);
}

wire::Ran CudaExperiment::run(wire::Run request, const std::stop_token& stop) {
  request.job = lowered_.job;
  for (int turn = 0;; ++turn) {
    try {
      auto ran = link_()->ask_one<wire::Ran>(request, request.deadline, stop);
      for (const wire::CallUsed& used : ran.calls) {
        if (!used.searched.empty()) searched_ = used.searched;
      }
      return ran;
    } catch (const Refused& refused) {
      // A worker that was started again knows no cubins.
      if (refused.failure.kind != Kind::unknown_cubin || turn > 0) throw;
      compile();
      request.job = lowered_.job;
    }
  }
}

void CudaExperiment::fill(Inputs inputs) {
  const auto [from, to] = inputs == Inputs::exact ? std::pair{wire::Fill::random, wire::Fill::exact}
                                                  : std::pair{wire::Fill::exact, wire::Fill::random};
  for (wire::Buffer& buffer : lowered_.job.buffers) {
    if (buffer.fill == from) buffer.fill = to;
  }
}

Evidence CudaExperiment::evidence(const Probe& probe) {
  const auto plan = static_cast<std::size_t>(probe.plan);
  fill(probe.inputs);
  wire::Run request;
  request.deadline = deadline();
  request.evidence = wire::Evidence{probe.plan, probe.plan > 0 ? 0 : -1, {}};
  for (const ProbedOutput& output : probe.outputs) {
    const std::int64_t here = lowered_.buffer_of[plan][output.value];
    const std::int64_t first = probe.plan > 0 ? lowered_.buffer_of[0][output.value] : -1;
    request.evidence->looks.push_back({here, first == here ? -1 : first, spans_of(output.elements)});
  }
  const wire::Ran ran = run(std::move(request), {});
  if (ran.seen.size() != probe.outputs.size()) wrong_answer();
  Evidence evidence;
  for (std::size_t o = 0; o < probe.outputs.size(); ++o) {
    const wire::Seen& seen = ran.seen[o];
    const chain::Value& value = spec_.plans[plan].chain->values[probe.outputs[o].value];
    const auto size = static_cast<std::size_t>(chain::size_of(value.dtype));
    const std::size_t asked = probe.outputs[o].elements.size();
    const std::int64_t all = value.shape.elements();
    const bool sound = seen.elements.size() == asked * size && seen.count == all && seen.poison <= all &&
                       seen.nan <= all && seen.identical <= all && seen.difference_at < all;
    if (!sound) wrong_answer();
    OutputEvidence& out = evidence.outputs.emplace_back();
    out.value = probe.outputs[o].value;
    for (std::size_t i = 0; i < asked; ++i) out.got.push_back(number(seen.elements.data() + i * size, value.dtype));
    out.elements = all;
    out.poison_left = seen.poison;
    out.nan = seen.nan;
    out.guards_whole = ran.guards_whole;
    out.identical = seen.identical;
    out.largest_difference = seen.largest_difference;
    out.difference_at = seen.difference_at;
  }
  return evidence;
}

/// A worker on this host stamps its samples with the clock that frames are drawn by.
bool CudaExperiment::same_clock() const {
  static const std::string here = base::boot_id();
  return !here.empty() && here == host_.boot;
}

Samples CudaExperiment::sample(const Batch& batch) {
  fill(Inputs::random);
  wire::Run request;
  request.deadline = deadline() + batch.budget.value;
  request.sampling =
      wire::Sampling{batch.temperature == Temperature::cold ? wire::Temperature::cold : wire::Temperature::batch,
                     std::clamp<std::int64_t>(batch.count, 1, wire::Limit::samples), batch.budget.value};
  const wire::Ran ran = run(std::move(request), batch.stop);
  flushed_ = ran.flushed;
  if (ran.times.size() != spec_.plans.size()) wrong_answer();
  Samples samples;
  for (const wire::PlanTimes& plan : ran.times) {
    std::vector<Sample>& to = samples.plans.emplace_back();
    for (const wire::Timed& timed : plan.samples) {
      if (!(timed.seconds > 0) || timed.end < timed.begin) wrong_answer();
      Sample& sample = to.emplace_back();
      sample.time = {timed.seconds};
      if (host_.card->clock > 0) sample.clock = timed.clock / host_.card->clock;
      if (!same_clock()) continue;  // another host: no frame of ours disturbs it
      using Instant = std::chrono::steady_clock::time_point;
      sample.begin = Instant(std::chrono::nanoseconds(timed.begin));
      sample.end = Instant(std::chrono::nanoseconds(timed.end));
    }
  }
  return samples;
}

/// Local memory is counted where the compiler says that a kernel keeps some: the second set costs as much as the first.
bool CudaExperiment::keeps_local() const {
  for (const std::vector<wire::Resources>& entries : resources_) {
    for (const wire::Resources& one : entries) {
      if (one.stack > 0 || one.spill_stores > 0 || one.spill_loads > 0) return true;
    }
  }
  return false;
}

Counts CudaExperiment::count() {
  fill(Inputs::random);
  wire::Count request;
  request.job = lowered_.job;
  request.launches = count_launches;
  request.repeats = count_repeats;
  request.spill = keeps_local();
  request.deadline = wire::Deadline::role;
  wire::Counted counted;
  try {
    counted = link_()->ask_one<wire::Counted>(request, request.deadline, {});
  } catch (const Refused& refused) {
    Counts counts;
    counts.refusal = refused.what();
    if (!refused.failure.remedy.empty()) counts.refusal += " " + refused.failure.remedy;
    return counts;
  }
  return counts_of(counted, lowered_, request.spill);
}

Trace CudaExperiment::trace() {
  fill(Inputs::random);
  Trace trace;
  wire::Trace request;
  request.job = lowered_.job;
  request.runs = recorded_runs;
  request.deadline = wire::Deadline::role;
  try {
    const auto traced = link_()->ask_one<wire::Traced>(request, request.deadline, {});
    trace.submit = "stream";
    trace.refusal = add_runs(traced, trace);
  } catch (const DeviceError& error) {  // what was timed and counted stays so, whatever becomes of this
    trace.refusal = error.what();
    if (!error.remedy.empty()) trace.refusal += " " + error.remedy;
  }
  return trace;
}

/// The kernel records of every plan's runs, or why there are none.
std::string CudaExperiment::add_runs(const wire::Traced& traced, Trace& trace) const {
  const auto nanoseconds = [](double seconds) { return std::llround(seconds * 1e9); };
  std::vector<std::vector<KernelTimes>> runs(spec_.plans.size(), std::vector<KernelTimes>(recorded_runs));
  for (const wire::Record& one : traced.records) {
    const auto plan = static_cast<std::size_t>(one.plan), run = static_cast<std::size_t>(one.run);
    if (plan >= runs.size() || run >= runs[plan].size()) return std::string(base::text("cuda.bad_records"));
    const auto step = static_cast<std::size_t>(one.step);
    if (step >= lowered_.group_of[plan].size()) return std::string(base::text("cuda.bad_records"));
    KernelTimes& to = runs[plan][run];
    const bool library = lowered_.kernel_of[plan][step] < 0;
    if (library && to.size() == step + 1) {  // a library's call may be several kernels: it ends with the last
      to.back().end = nanoseconds(one.end);
      continue;
    }
    if (to.size() != step) return std::string(base::text("cuda.bad_records"));
    to.push_back({library ? library_entry : one.kernel, nanoseconds(one.begin), nanoseconds(one.end)});
  }
  for (std::size_t plan = 0; plan < runs.size(); ++plan) {
    const std::size_t kernels = lowered_.group_of[plan].size();
    const bool each = std::ranges::all_of(runs[plan], [&](const KernelTimes& run) { return run.size() == kernels; });
    if (!each) return std::string(base::text("cuda.bad_records"));
  }
  trace.runs = std::move(runs);
  return {};
}

std::string CudaExperiment::submit() const {
  return lowered_.job.submit == wire::Submit::graph ? "graph" : "stream";
}

std::vector<std::vector<record::KernelCode>> CudaExperiment::code() const {
  std::vector<std::vector<record::KernelCode>> plans;
  for (std::size_t p = 0; p < lowered_.programs.size(); ++p) {
    const codegen::Program& program = lowered_.programs[p];
    const std::string prelude = base::hex64(base::hash64(program.prelude));
    std::vector<record::KernelCode>& kernels = plans.emplace_back();
    for (std::size_t s = 0; s < lowered_.kernel_of[p].size(); ++s) {
      if (lowered_.kernel_of[p][s] < 0) {
        kernels.push_back(library_code(p, s));
        continue;
      }
      const codegen::Kernel& kernel = program.kernels[static_cast<std::size_t>(lowered_.kernel_of[p][s])];
      record::KernelCode& code = kernels.emplace_back();
      code.group = kernel.group;
      code.entry = kernel.entry;
      code.source = kernel.source;
      code.prelude = prelude;
      const std::vector<wire::Resources>& entries = resources_[lowered_.source_of[p][s]];
      const auto told = std::ranges::find(entries, kernel.entry, &wire::Resources::entry);
      if (told == entries.end()) continue;
      code.registers = told->registers;
      code.shared = base::Bytes{told->shared + kernel.launch.dynamic_shared};
      code.spill_stores = base::Bytes{told->spill_stores};
      code.spill_loads = base::Bytes{told->spill_loads};
    }
  }
  return plans;
}

/// A call has no text: what is told of it stands where one would be.
record::KernelCode CudaExperiment::library_code(std::size_t plan, std::size_t step) const {
  const auto& call = std::get<wire::LibraryCall>(lowered_.job.plans[plan].steps[step]);
  const auto known = std::ranges::find_if(chosen_, [&](const ChosenCall& one) {
    return one.plan == static_cast<int>(plan) && one.step == static_cast<int>(step);
  });
  record::KernelCode code;
  code.group = lowered_.group_of[plan][step];
  code.entry = library_entry;
  if (known == chosen_.end()) return code;
  const wire::Candidate& by = known->by;
  code.source = base::say("cuda.library_source", {{"version", known->library},
                                                  {"m", std::to_string(call.m)},
                                                  {"n", std::to_string(call.n)},
                                                  {"k", std::to_string(call.k)},
                                                  {"matrices", std::to_string(call.outer * call.inner)},
                                                  {"epilogue", std::string(wire::name(call.epilogue))},
                                                  {"id", std::to_string(by.id)},
                                                  {"tile", by.tile},
                                                  {"stages", by.stages},
                                                  {"cluster", by.cluster},
                                                  {"split", std::to_string(by.split_k)},
                                                  {"reduction", by.reduction},
                                                  {"workspace", base::show(base::Bytes{by.workspace})}});
  return code;
}

std::string CudaExperiment::method() const {
  const std::int64_t flush = flushed_ > 0 ? flushed_ : 2 * host_.card->l2;
  return base::say("cuda.method", {{"flush", base::show(base::Bytes{flush})},
                                   {"plans", std::to_string(spec_.plans.size())},
                                   {"repeats", std::to_string(count_repeats)},
                                   {"launches", std::to_string(count_launches)},
                                   {"nvrtc", host_.nvrtc},
                                   {"host", host_.host}}) +
         (searched_.empty() ? "" : " " + searched_);
}

}  // namespace device::cuda_client
