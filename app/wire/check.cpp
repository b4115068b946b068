// What no single field tells: indices, sums, and elements that lie within their buffers.
#include "wire/checks.hpp"
#include "wire/messages.hpp"

namespace wire {
namespace {

void check(const Kernel& kernel, const Job& job) {
  const std::int64_t threads = kernel.block[0] * kernel.block[1] * kernel.block[2];
  if (threads > 1024) refuse("kernel.block", "threads");
  if (kernel.block[2] > 64) refuse("kernel.block", "deep");
  if (kernel.grid[1] > 65535 || kernel.grid[2] > 65535) refuse("kernel.grid", "wide");
  if (kernel.cubin.empty() || kernel.entry.empty()) refuse("kernel", "no_cubin");
  for (const Argument& argument : kernel.arguments) {
    if (argument.kind == Argument::Kind::integer || argument.kind == Argument::Kind::turn) continue;
    const bool buffer = argument.kind == Argument::Kind::buffer;
    const std::size_t there = buffer ? job.buffers.size() : kernel.maps.size();
    if (argument.value < 0 || argument.value >= static_cast<std::int64_t>(there))
      refuse("kernel.arguments", buffer ? "no_buffer" : "not_there");
  }
  for (const TensorMap& map : kernel.maps) check(map, job);
}

void check(const Look& look, const Job& job, std::int64_t& elements) {
  const auto buffers = static_cast<std::int64_t>(job.buffers.size());
  if (look.buffer >= buffers || look.compare >= buffers) refuse("look.buffer", "not_there");
  const Buffer& buffer = job.buffers[look.buffer];
  if (buffer.dtype == Dtype::bytes) refuse("look.buffer", "no_numbers");
  if (look.compare >= 0 &&
      (job.buffers[look.compare].bytes != buffer.bytes || job.buffers[look.compare].dtype != buffer.dtype))
    refuse("look.compare", "other_kind");
  const std::int64_t all = elements_in(buffer.bytes, buffer.dtype);
  for (const Span& span : look.spans) {
    if (span.count > all || span.first > all - span.count) refuse("look.spans", "beyond");
    elements += span.count;
    if (elements > Limit::elements) refuse("look.spans", "many_elements");
  }
}

}  // namespace

void check(const Job& job) {
  std::int64_t sum = 0;
  for (const Buffer& buffer : job.buffers) {
    if (buffer.bytes * 8 % bits_of(buffer.dtype) != 0) refuse("buffer.bytes", "part_of_element");
    const bool drawn = buffer.fill == Fill::random || buffer.fill == Fill::exact;
    const bool is_table = buffer.fill == Fill::table || buffer.fill == Fill::ends || buffer.fill == Fill::drawn;
    if (is_table != (buffer.slices > 0) || (is_table && buffer.dtype != Dtype::i32))
      refuse("buffer.slices", "no_table");
    if (drawn && (buffer.dtype == Dtype::bytes || buffer.dtype == Dtype::i32)) refuse("buffer.fill", "not_random");
    const bool weights = buffer.dtype == Dtype::i8 || buffer.dtype == Dtype::i4;
    if (buffer.fill == Fill::poison && weights) refuse("buffer.fill", "not_poison");
    sum += buffer.bytes;  // 1024 x 2^43 < 2^63
  }
  if (sum > Limit::bytes) refuse("buffers", "large");
  if (job.plans.empty()) refuse("plans", "none");
  for (const Plan& plan : job.plans) {
    if (plan.steps.empty()) refuse("plan.steps", "none");
    for (const Step& step : plan.steps) std::visit([&](const auto& one) { check(one, job); }, step);
  }
}

void check(const Run& run) {
  check(run.job);
  if (!run.evidence) return;
  const auto plans = static_cast<std::int64_t>(run.job.plans.size());
  if (run.evidence->plan >= plans || run.evidence->first >= plans) refuse("evidence.plan", "not_there");
  std::int64_t elements = 0;
  for (const Look& look : run.evidence->looks) check(look, run.job, elements);
}

void check(const Choose& choose) {
  check(choose.job);
  if (choose.plan >= static_cast<std::int64_t>(choose.job.plans.size())) refuse("choose.plan", "not_there");
  const std::vector<Step>& steps = choose.job.plans[static_cast<std::size_t>(choose.plan)].steps;
  if (choose.step >= static_cast<std::int64_t>(steps.size())) refuse("choose.step", "not_there");
  if (!std::holds_alternative<LibraryCall>(steps[static_cast<std::size_t>(choose.step)]))
    refuse("choose.step", "no_call");
}

void check(const Count& count) {
  check(count.job);
  std::int64_t ranges = count.repeats;
  for (const Plan& plan : count.job.plans) {
    ranges += 1 + count.repeats * (2 + static_cast<std::int64_t>(plan.steps.size()));
  }
  if (ranges > Limit::plans * Limit::kernels) refuse("count.repeats", "many_ranges");
}

void check(const Trace& trace) {
  check(trace.job);
  std::int64_t kernels = 0;
  for (const Plan& plan : trace.job.plans) kernels += static_cast<std::int64_t>(plan.steps.size());
  if (trace.runs * kernels > Limit::plans * Limit::kernels) refuse("trace.runs", "many_records");
}

}  // namespace wire
