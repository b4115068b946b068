// Preparing a job, running its plans, looking at what they wrote, timing them.
#include "worker/ready_job.hpp"

#include "base/units.hpp"
#include "base/words.hpp"
#include "worker/card.hpp"
#include "worker/fixed_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <set>

namespace worker {
namespace {

using Kind = wire::Failure::Kind;

constexpr unsigned non_blocking = 1;  // a stream apart from the default one
constexpr int capture_relaxed = 2;
constexpr double least_batch_sample = 2e-3;  // seconds; below, the events' own half microsecond would show
constexpr std::int64_t most_repetitions = 20000;

std::int64_t now() {
  std::timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// Bytes that the library may use beside, in the call that asks for most; none without a call.
std::int64_t workspace_of(const wire::Job& job) {
  std::int64_t most = 0;
  for (const wire::Plan& plan : job.plans) {
    for (const wire::Step& step : plan.steps) {
      if (const auto* call = std::get_if<wire::LibraryCall>(&step)) most = std::max(most, call->workspace);
    }
  }
  return most;
}

const std::string& image_of(const std::vector<wire::Image>& images, std::string_view cubin) {
  const auto found = std::ranges::find_if(images, [&](const wire::Image& image) { return image.cubin == cubin; });
  if (found == images.end() || found->bytes.empty()) {
    throw Failed(Kind::unknown_cubin, base::say("worker.unknown_cubin", {{"cubin", cubin}}));
  }
  return found->bytes;
}

}  // namespace

ReadyJob::ReadyJob(const wire::Job& job, const std::vector<wire::Image>& images, const wire::Card& card) : job_(job) {
  const cuda::Api& api = cuda::api();
  refuse_if_too_large(card);
  cuda::check(api.stream_create(&stream_, non_blocking), "make_stream");
  cuda::check(api.event_create(&begin_, 0), "make_event");
  cuda::check(api.event_create(&end_, 0), "make_event");
  tools_ = std::make_unique<Tools>(image_of(images, fixed_cubin), card, stream_);
  buffers_.reserve(job_.buffers.size());
  for (const wire::Buffer& buffer : job_.buffers) {
    buffers_.emplace_back(buffer.bytes);
    tools_->fill(buffer, buffers_.back().address());
  }
  if (const std::int64_t bytes = workspace_of(job_); bytes > 0) workspace_ = DeviceMemory(bytes);
  load(images);
  // Guards and zeros were set in another stream.
  cuda::check(cuda::api().context_synchronize(), "finish");
  settle_calls();
  if (job_.submit == wire::Submit::graph) {
    for (Prepared& plan : plans_) capture(plan);
  }
}

ReadyJob::~ReadyJob() {
  const cuda::Api& api = cuda::api();
  for (const Prepared& plan : plans_) {
    if (plan.graph != nullptr) api.graph_exec_destroy(plan.graph);
  }
  if (begin_ != nullptr) api.event_destroy(begin_);
  if (end_ != nullptr) api.event_destroy(end_);
  if (stream_ != nullptr) api.stream_destroy(stream_);
}

void ReadyJob::refuse_if_too_large(const wire::Card& card) const {
  std::int64_t needed = 2 * DeviceMemory::room_for(2 * card.l2);  // flushed by one, and by the other when counted
  for (const wire::Buffer& buffer : job_.buffers) needed += DeviceMemory::room_for(buffer.bytes);
  if (const std::int64_t bytes = workspace_of(job_); bytes > 0) needed += DeviceMemory::room_for(bytes);
  const std::int64_t free = free_memory() / 10 * 9;
  if (needed <= free) return;
  throw Failed(Kind::memory,
               base::say("worker.memory",
                         {{"needed", base::show(base::Bytes{needed})}, {"free", base::show(base::Bytes{free})}}),
               std::string(base::text("worker.memory.remedy")));
}

void ReadyJob::load(const std::vector<wire::Image>& images) {
  std::vector<cuda::Address> addresses;
  for (const DeviceMemory& buffer : buffers_) addresses.push_back(buffer.address());
  for (const wire::Plan& plan : job_.plans) {
    Prepared& prepared = plans_.emplace_back();
    for (const wire::Step& step : plan.steps) {
      if (const auto* call = std::get_if<wire::LibraryCall>(&step)) {
        const cuda::Address beside = workspace_.empty() ? 0 : workspace_.address();
        prepared.steps.emplace_back(std::in_place_type<BlasCall>, *call, job_, addresses, beside);
        continue;
      }
      const auto& kernel = std::get<wire::Kernel>(step);
      auto& module = modules_[kernel.cubin];
      if (!module) module = std::make_unique<Module>(image_of(images, kernel.cubin));
      prepared.steps.emplace_back(std::in_place_type<KernelLaunch>, kernel, module->function(kernel.entry), addresses);
    }
  }
}

void ReadyJob::capture(Prepared& plan) {
  const cuda::Api& api = cuda::api();
  // Code that is loaded at its first start, or memory that a library takes then, would break the recording.
  put(plan);
  wait();
  cuda::check(api.begin_capture(stream_, capture_relaxed), "record_graph");
  put(plan);
  cuda::Graph graph = nullptr;
  cuda::check(api.end_capture(stream_, &graph), "record_graph");
  const cuda::Result made = api.graph_instantiate(&plan.graph, graph, 0);
  api.graph_destroy(graph);
  cuda::check(made, "make_graph");
}

void ReadyJob::put(const Prepared& plan) {
  for (const ReadyStep& step : plan.steps) std::visit([&](const auto& one) { one.put(stream_); }, step);
}

void ReadyJob::run(std::size_t plan) {
  Prepared& prepared = plans_[plan];
  if (prepared.graph != nullptr) {
    cuda::check(cuda::api().graph_launch(prepared.graph, stream_), "start_graph");
  } else {
    put(prepared);
  }
  prepared.ran = true;
}

void ReadyJob::run(std::size_t plan, std::size_t step) {
  std::visit([&](const auto& one) { one.put(stream_); }, plans_[plan].steps[step]);
}

void ReadyJob::run_cold(std::size_t plan) {
  tools_->flush();
  run(plan);
}

void ReadyJob::lead_up_to(std::size_t plan, std::size_t step) {
  flush();
  for (std::size_t i = 0; i < step; ++i) run(plan, i);
  wait();
}

void ReadyJob::flush() {
  tools_->flush();
}

void ReadyJob::flush_again() {
  tools_->flush_again();
}

void ReadyJob::wait() {
  cuda::check(cuda::api().stream_synchronize(stream_), "finish_kernel");
}

void ReadyJob::poison(std::size_t plan) {
  std::set<std::int64_t> used;
  for (const wire::Step& step : job_.plans[plan].steps) {
    if (const auto* call = std::get_if<wire::LibraryCall>(&step)) {
      used.insert(call->result.buffer);
      continue;
    }
    const auto& kernel = std::get<wire::Kernel>(step);
    for (const wire::Argument& argument : kernel.arguments) {
      if (argument.kind == wire::Argument::Kind::buffer) used.insert(argument.value);
    }
    for (const wire::TensorMap& map : kernel.maps) used.insert(map.buffer);
  }
  for (std::size_t at = 0; at < buffers_.size(); ++at) {
    buffers_[at].set_guards();  // of all: what another plan broke is not this one's fault
    const bool laid = used.contains(static_cast<std::int64_t>(at)) && job_.buffers[at].fill == wire::Fill::poison;
    if (laid) tools_->fill(job_.buffers[at], buffers_[at].address());
  }
}

wire::Ran ReadyJob::evidence(const wire::Evidence& asked) {
  const auto plan = static_cast<std::size_t>(asked.plan);
  if (asked.first >= 0 && asked.first != asked.plan && !plans_[static_cast<std::size_t>(asked.first)].ran) {
    run(static_cast<std::size_t>(asked.first));
  }
  wait();
  poison(plan);
  // The guards were set in another stream.
  cuda::check(cuda::api().context_synchronize(), "finish");
  run(plan);
  wait();
  wire::Ran ran;
  for (const wire::Look& look : asked.looks) {
    const auto here = static_cast<std::size_t>(look.buffer);
    const auto there = static_cast<std::size_t>(look.compare < 0 ? look.buffer : look.compare);
    ran.seen.push_back(tools_->look(look, job_.buffers[here], buffers_[here].address(), buffers_[there].address()));
  }
  for (const DeviceMemory& buffer : buffers_) ran.guards_whole = ran.guards_whole && buffer.guards_whole();
  return ran;
}

double ReadyJob::timed(std::size_t plan, std::int64_t repetitions) {
  cuda::check(cuda::api().event_record(begin_, stream_), "take_time");
  for (std::int64_t i = 0; i < repetitions; ++i) run(plan);
  return elapsed(repetitions);
}

/// Seconds of each since `begin_`.
double ReadyJob::elapsed(std::int64_t repetitions) {
  const cuda::Api& api = cuda::api();
  cuda::check(api.event_record(end_, stream_), "take_time");
  cuda::check(api.event_synchronize(end_), "finish_kernel");
  float milliseconds = 0;
  cuda::check(api.event_elapsed(&milliseconds, begin_, end_), "tell_time");
  return static_cast<double>(milliseconds) / 1e3 / static_cast<double>(repetitions);
}

wire::Timed ReadyJob::sample_of(std::size_t plan, wire::Temperature temperature) {
  Prepared& prepared = plans_[plan];
  std::int64_t repetitions = 1;
  const bool batch = temperature == wire::Temperature::batch;
  if (batch) {
    if (prepared.repetitions == 0) {  // also the warm-up
      run(plan);
      const double once = std::max(1e-7, timed(plan, 10));
      prepared.repetitions =
          std::clamp<std::int64_t>(std::llround(std::ceil(least_batch_sample / once)), 1, most_repetitions);
    }
    repetitions = prepared.repetitions;
  } else if (!prepared.ran) {
    run(plan);  // code is loaded at its first start
  }
  tools_->stamp(false);
  if (batch) {
    run(plan);  // the caches are this plan's, not the other's
  } else {
    tools_->flush();
  }
  wire::Timed sample;
  sample.begin = now();
  sample.seconds = timed(plan, repetitions);
  sample.end = now();
  tools_->stamp(true);
  wait();
  sample.clock = tools_->clock();
  return sample;
}

void ReadyJob::sample(const wire::Sampling& asked, const Stop& stop, wire::Ran& into) {
  into.times.resize(plans_.size());
  into.flushed = tools_->flush_bytes();
  const std::int64_t begin = now();
  for (std::int64_t i = 0; i < asked.count; ++i) {
    // In turns, each round beginning with another one: none is always behind the same.
    for (std::size_t turn = 0; turn < plans_.size(); ++turn) {
      const std::size_t plan = (turn + static_cast<std::size_t>(i)) % plans_.size();
      if (stop()) throw Failed(Kind::cancelled, std::string(base::text("worker.cancelled")));
      into.times[plan].samples.push_back(sample_of(plan, asked.temperature));
    }
    if (static_cast<double>(now() - begin) / 1e9 >= asked.budget) break;
  }
}

std::vector<wire::Loaded> ReadyJob::loaded() const {
  std::vector<wire::Loaded> all;
  for (const Prepared& plan : plans_) {
    for (const ReadyStep& step : plan.steps) {
      const auto* launch = std::get_if<KernelLaunch>(&step);
      all.push_back(launch == nullptr ? wire::Loaded{} : launch->loaded());
    }
  }
  return all;
}

}  // namespace worker
