// Buffers, runs, samples and counts of the prepared plans.
#include "device/cpu/experiment.hpp"

#include "base/words.hpp"
#include "device/cpu/product/microkernel.hpp"
#include "device/cpu/scan.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <iterator>
#include <utility>

namespace device::cpu {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double least_batch_sample = 1e-3;  // seconds; below, the clock and the wake-up would be measured
constexpr std::int64_t most_repetitions = 100000;
constexpr double long_run = 0.1;  // seconds

double seconds(Clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

}  // namespace

CpuExperiment::CpuExperiment(std::shared_ptr<Engine> engine, const RunSpec& spec, Fault fault)
    : engine_(std::move(engine)), spec_(spec), chain_(*spec_.plans.at(0).chain), fault_(fault) {
  std::vector<std::vector<Program>> programs;
  for (const plan::FusionPlan& plan : spec_.plans) programs.push_back(compile_all(plan, fault));
  refuse_if_too_large(programs);

  const std::size_t values = chain_.values.size();
  shared_.resize(values);
  outputs_[0].resize(values);
  outputs_[1].resize(values);
  for (const int input : chain_.inputs()) {
    const chain::Value& value = chain_.values[input];
    shared_[input] = Buffer(value.shape.elements(), value.dtype);
  }
  fill(Inputs::random);
  plans_.reserve(spec_.plans.size());
  for (std::size_t i = 0; i < spec_.plans.size(); ++i) prepare(spec_.plans[i], std::move(programs[i]), fault);
}

void CpuExperiment::fill(Inputs inputs) {
  if (filled_ == inputs) return;
  filled_ = inputs;
  first_ran_ = false;
  std::uint64_t stream = 0;
  for (const int input : chain_.inputs()) {
    Buffer& buffer = shared_[input];
    if (chain::is_index(chain_.values[input].dtype)) {
      Engine::fill_table(buffer, spec_.seed, stream++, chain::table_data(chain_, input));
      if (fault_ == Fault::no_such_page) *reinterpret_cast<std::int32_t*>(buffer.data()) = -1;
      continue;
    }
    engine_->fill(buffer, spec_.seed, stream++, inputs == Inputs::exact);
  }
}

std::vector<Program> CpuExperiment::compile_all(const plan::FusionPlan& plan, Fault fault) const {
  std::vector<Program> programs;
  for (const plan::Group& group : plan.groups) programs.push_back(compile(plan, group, fault));
  return programs;
}

void CpuExperiment::refuse_if_too_large(const std::vector<std::vector<Program>>& programs) const {
  const auto room = [&](int value) { return Buffer::room_for(chain_.values[value].bytes()); };
  base::Bytes needed{engine_->flush_unallocated()};
  std::vector<bool> wanted(chain_.values.size(), false);
  for (const int input : chain_.inputs()) wanted[input] = true;
  for (const plan::FusionPlan& plan : spec_.plans) {
    for (const int value : plan.intermediates()) wanted[value] = true;
  }
  for (std::size_t value = 0; value < wanted.size(); ++value) {
    const std::int64_t copies =
        chain_.values[value].output ? (spec_.plans.size() > 1 ? 2 : 1) : (wanted[value] ? 1 : 0);
    needed += copies * room(static_cast<int>(value));
  }
  const int threads = engine_->pool().size();
  std::vector<ProductLayout> layouts;
  for (const std::vector<Program>& plan : programs) {
    for (const Program& program : plan) {
      std::ranges::move(Executor::layouts(program, threads), std::back_inserter(layouts));
      needed += Executor::scratch(program, threads, engine_->tile());
      for (const int value : program.between) needed += 2 * room(value);
    }
  }
  needed += ProductRoom::room_for(layouts, threads);
  const base::Bytes free = machine::probe().memory_free;
  if (needed <= free) return;
  throw DeviceError(base::say("device.memory", {{"needed", base::show(needed)}, {"free", base::show(free)}}),
                    std::string(base::text("device.smaller")));
}

Buffer& CpuExperiment::buffer_of(std::size_t plan, int value) {
  return chain_.values[value].output ? outputs_[plan == 0 ? 0 : 1][value] : shared_[value];
}

void CpuExperiment::prepare(const plan::FusionPlan& plan, std::vector<Program> programs, Fault fault) {
  const std::size_t index = plans_.size();
  Prepared& prepared = plans_.emplace_back();
  prepared.tensors.resize(chain_.values.size());
  const std::vector<bool> stored = plan.stored();
  for (std::size_t v = 0; v < chain_.values.size(); ++v) {
    const chain::Value& value = chain_.values[v];
    if (value.op != chain::Op::input && !stored[v]) continue;
    Buffer& buffer = buffer_of(index, static_cast<int>(v));
    if (buffer.empty()) {
      buffer = Buffer(value.shape.elements(), value.dtype);
      engine_->poison(buffer);  // the threads touch their pages
    }
    Format format = format_of(value.dtype);
    if (fault == Fault::no_rounding && format == Format::bf16) format = Format::bf16_cut;
    prepared.tensors[v] = {buffer.data(), format, false};
  }
  for (const plan::Group& group : plan.groups) {
    std::int64_t written = 0;
    for (const int v : group.writes) written += chain_.values[v].bytes().value;
    for (const int v : group.writes) prepared.tensors[v].stream = engine_->streams(written);
  }
  for (const Program& program : programs) {
    for (const int v : program.between) {
      Buffer& buffer = prepared.between.emplace_back(chain_.values[v].shape.elements(), chain::Dtype::f32);
      prepared.tensors[v] = {buffer.data(), Format::f32, false, false};
    }
  }
  for (Program& program : programs) {
    multiplies_ = multiplies_ || program.multiplies();
    prepared.kernels.emplace_back(std::move(program), prepared.tensors, engine_->pool(), room_, engine_->tile(), fault);
  }
}

void CpuExperiment::run(std::size_t plan, const std::stop_token& stop) {
  for (Executor& kernel : plans_[plan].kernels) kernel.run(stop);
}

Evidence CpuExperiment::evidence(const Probe& probe) {
  const auto plan = static_cast<std::size_t>(probe.plan);
  fill(probe.inputs);
  if (plan > 0 && !first_ran_) run(0, probe.stop);
  first_ran_ = true;
  const std::vector<bool> stored = spec_.plans[plan].stored();
  for (std::size_t v = 0; v < stored.size(); ++v) {
    if (!stored[v]) continue;
    Buffer& buffer = buffer_of(plan, static_cast<int>(v));
    buffer.set_guards();
    engine_->poison(buffer);
  }
  run(plan, probe.stop);
  Evidence evidence;
  for (const ProbedOutput& output : probe.outputs) {
    assert(stored[output.value] && "only what the plan writes can be looked at");
    evidence.outputs.push_back(look_at(plan, output));
  }
  return evidence;
}

OutputEvidence CpuExperiment::look_at(std::size_t plan, const ProbedOutput& output) {
  const Buffer& buffer = buffer_of(plan, output.value);
  OutputEvidence evidence = scan(*engine_, buffer, buffer_of(0, output.value));
  evidence.value = output.value;
  for (const std::int64_t element : output.elements) evidence.got.push_back(buffer.at(element));
  // A kernel that writes beside an intermediate is found as well.
  const std::vector<bool> stored = spec_.plans[plan].stored();
  for (std::size_t v = 0; v < stored.size(); ++v) {
    evidence.guards_whole =
        evidence.guards_whole && (!stored[v] || buffer_of(plan, static_cast<int>(v)).guards_whole());
  }
  return evidence;
}

double CpuExperiment::timed(std::size_t plan, const std::stop_token& stop) {
  const auto begin = Clock::now();
  run(plan, stop);
  return seconds(Clock::now() - begin);
}

/// The caches are this plan's, not the other's. Repetitions of a batch sample.
std::int64_t CpuExperiment::warmed_up(std::size_t plan, const std::stop_token& stop) {
  Prepared& prepared = plans_[plan];
  if (prepared.is_long) return prepared.repetitions;
  const double first = timed(plan, stop);
  if (prepared.repetitions > 0) return prepared.repetitions;
  prepared.is_long = first > long_run;
  const double once = std::max(1e-9, prepared.is_long ? first : timed(plan, stop));
  return prepared.repetitions = std::clamp<std::int64_t>(
             static_cast<std::int64_t>(std::ceil(least_batch_sample / once)), 1, most_repetitions);
}

Sample CpuExperiment::sample_of(std::size_t plan, Temperature temperature, const std::stop_token& stop) {
  std::int64_t repetitions = 1;
  if (temperature == Temperature::batch) {
    repetitions = warmed_up(plan, stop);
  } else {
    engine_->flush();
  }
  Sample sample;
  if (temperature == Temperature::cold) {
    sample.steps.reserve(plans_[plan].kernels.size() + 1);
    sample.begin = Clock::now();
    sample.steps.push_back(sample.begin);
    for (Executor& kernel : plans_[plan].kernels) {
      kernel.run(stop);
      sample.steps.push_back(Clock::now());
    }
    sample.end = sample.steps.back();
  } else {
    sample.begin = Clock::now();
    for (std::int64_t i = 0; i < repetitions; ++i) run(plan, stop);
    sample.end = Clock::now();
  }
  sample.time = {seconds(sample.end - sample.begin) / static_cast<double>(repetitions)};
  if (plan == 0) first_ran_ = true;
  return sample;
}

Samples CpuExperiment::sample(const Batch& batch) {
  fill(Inputs::random);
  Samples samples;
  samples.plans.resize(plans_.size());
  const auto begin = Clock::now();
  for (int i = 0; i < std::max(1, batch.count); ++i) {
    for (std::size_t plan = 0; plan < plans_.size(); ++plan) {
      if (batch.stop.stop_requested()) throw base::Cancelled();
      samples.plans[plan].push_back(sample_of(plan, batch.temperature, batch.stop));
    }
    if (seconds(Clock::now() - begin) >= batch.budget.value) break;
  }
  return samples;
}

Counts CpuExperiment::count() {
  fill(Inputs::random);
  Counts counts;
  if (multiplies_) {
    counts.refusal = base::text("device.cpu.products_not_counted");
    return counts;
  }
  counts.tier = record::Tier::counted;
  for (Prepared& prepared : plans_) {
    PlanCount& plan = counts.plans.emplace_back();
    for (Executor& kernel : prepared.kernels) {
      const Traffic traffic = kernel.count();
      plan.kernels.push_back({{traffic.read}, {traffic.written}});
      plan.read += base::Bytes{traffic.read};
      plan.written += base::Bytes{traffic.written};
    }
    plan.batch.dram = base::Moved{plan.read, plan.written};  // its loops know no temperature
  }
  return counts;
}

std::string CpuExperiment::method() const {
  const base::Bytes flushed{engine_->flush_bytes()}, level{engine_->last_level()};
  std::string text = base::say("device.method", {{"flush", base::show(flushed)},
                                                 {"plans", std::to_string(plans_.size())},
                                                 {"level", base::show(level)},
                                                 {"tile", std::to_string(engine_->tile())}});
  if (multiplies_) text += base::say("device.method.products", {{"blis", Microkernel::name()}});
  if (!engine_->last_level_told()) text += base::text("device.method.assumed");
  return text;
}

}  // namespace device::cpu
