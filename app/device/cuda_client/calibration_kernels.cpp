// What is the same for all that is calibrated.
#include "device/cuda_client/calibration_kernels.hpp"

#include "base/median.hpp"
#include "base/words.hpp"
#include "chain/parser.hpp"
#include "codegen/op_loop.hpp"
#include "codegen/prelude.hpp"
#include "device/cuda_client/lowered.hpp"
#include "device/cuda_client/streams.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace device::cuda_client {
namespace {

constexpr std::int64_t most_elements = std::int64_t{1} << 27;         // 512 MiB of f32: far beyond any L2
constexpr std::int64_t most_stream_elements = std::int64_t{1} << 25;  // of what is computed while it streams by
constexpr double budget = 1.5;                                        // seconds of one job's samples

constexpr std::array<std::string_view, 12> tensors{"a",   "b",    "c",    "d",    "e",    "f",
                                                   "out", "out2", "out3", "out4", "out5", "out6"};

[[noreturn]] void other_answer() {
  throw DeviceError(std::string(base::text("cuda.wrong_answer")));
}

}  // namespace

CalibrationKernels::CalibrationKernels(Connection& link, const wire::Card& card, const std::stop_token& stop)
    : link_(link),
      card_(card),
      stop_(stop),
      target_(target_of(card)),
      stream_elements_(std::min(most_stream_elements, elements())) {
  add_library();
  add_op(std::nullopt);
  for (const chain::OpInfo& info : chain::op_table()) add_op(info.op);
  add_streams();
  compile();
}

const codegen::LibraryKernel& CalibrationKernels::named(std::string_view name) const {
  const codegen::LibraryKernel* found = library_.find(name);
  if (found == nullptr) other_answer();
  return *found;
}

std::vector<const codegen::LibraryKernel*> CalibrationKernels::roads() const {
  std::vector<const codegen::LibraryKernel*> found;
  for (const codegen::LibraryKernel& kernel : library_.kernels) {
    if (kernel.bytes_read + kernel.bytes_written > 0) found.push_back(&kernel);
  }
  return found;
}

void CalibrationKernels::ask(const std::string& prelude, const std::string& source,
                             const std::vector<std::string>& options) {
  requests_.push_back(wire::Compile{prelude + "\n" + source, std::to_string(target_.compute_capability), options});
}

void CalibrationKernels::add_library() {
  auto library = codegen::load_library("calibration");
  if (!library) throw DeviceError(base::render(library.error()));
  library_ = std::move(*library);
  std::erase_if(library_.kernels, [&](const codegen::LibraryKernel& kernel) {
    return kernel.compute_capability > target_.compute_capability;
  });
  for (const codegen::LibraryKernel& kernel : library_.kernels) {
    ask(codegen::prelude_for(kernel.source), kernel.source, kernel.options);
  }
}

void CalibrationKernels::add_op(std::optional<chain::Op> op) {
  const auto loop = codegen::op_loop(op);
  if (!loop) return;
  constexpr std::int64_t blocks_a_multiprocessor = 8;
  wire::Kernel kernel;
  kernel.entry = loop->kernel.entry;
  kernel.grid = {blocks_a_multiprocessor * card_.multiprocessors, 1, 1};
  kernel.block = {loop->kernel.launch.block[0], 1, 1};
  kernel.arguments = {{wire::Argument::Kind::buffer, 0}, {wire::Argument::Kind::integer, 0}};
  const double threads = static_cast<double>(kernel.grid[0] * kernel.block[0]);
  ops_.push_back({op ? std::string(chain::info(*op).name) : std::string(), kernel, loop->applications * threads});
  ask(loop->prelude, loop->kernel.source, loop->kernel.options);
}

void CalibrationKernels::add_streams() {
  for (const Stream& stream : streams()) {
    const auto chain = chain::parse(chain_of(stream, stream_elements_), "<calibration>");
    if (!chain) throw DeviceError(base::render(chain.error()));
    const auto plan = plan::segment(std::make_shared<const chain::Chain>(*chain), {plan::Cuts::Kind::none, {}},
                                    codegen::limits(target_));
    if (!plan) throw DeviceError(base::render(plan.error()));
    const codegen::Program program = codegen::lower(*plan, target_);
    const codegen::Kernel& lowered = program.kernels.front();
    wire::Kernel kernel;
    kernel.entry = lowered.entry;
    kernel.grid = lowered.launch.grid;
    kernel.block = {lowered.launch.block[0], lowered.launch.block[1], lowered.launch.block[2]};
    const std::int64_t first = stream.dtype == chain::Dtype::f32 ? 0 : 2;  // of the buffers that stream by
    for (const codegen::Argument& argument : lowered.arguments) {
      const bool tensor = argument.kind == codegen::Argument::Kind::tensor;
      kernel.arguments.push_back(tensor ? wire::Argument{wire::Argument::Kind::buffer, first + (argument.index > 0)}
                                        : wire::Argument{wire::Argument::Kind::integer, argument.integer});
    }
    stream_kernels_.push_back(std::move(kernel));
    ask(program.prelude, lowered.source, lowered.options);
  }
}

void CalibrationKernels::compile() {
  const std::vector<wire::Body> answers = link_.ask(std::exchange(requests_, {}), wire::Deadline::role, stop_);
  const auto cubin = [&](std::size_t at) {
    const auto* compiled = std::get_if<wire::Compiled>(&answers[at]);
    return compiled == nullptr ? std::string() : compiled->cubin;
  };
  std::size_t at = 0;
  for (const codegen::LibraryKernel& kernel : library_.kernels) cubins_[kernel.name] = cubin(at++);
  for (OpKernel& op : ops_) op.kernel.cubin = cubin(at++);
  for (wire::Kernel& kernel : stream_kernels_) kernel.cubin = cubin(at++);
}

wire::Plan CalibrationKernels::plan_of(const codegen::LibraryKernel& library, std::int64_t elements) const {
  wire::Kernel kernel;
  kernel.cubin = cubins_.at(library.name);
  kernel.entry = library.entry;
  const codegen::Launch launch = codegen::launch_of(library, elements, elements, target_);
  kernel.grid = launch.grid;
  kernel.block = {launch.block[0], launch.block[1], launch.block[2]};
  kernel.dynamic_shared = launch.dynamic_shared;
  for (const std::string& name : library.arguments) {
    if (name == "n") {
      kernel.arguments.push_back({wire::Argument::Kind::integer, elements});
    } else {
      const auto at = std::ranges::find(tensors, name) - tensors.begin();
      kernel.arguments.push_back({wire::Argument::Kind::buffer, at});
    }
  }
  return {{std::move(kernel)}};
}

std::vector<double> CalibrationKernels::times(const wire::Job& job, wire::Temperature temperature, int count) const {
  wire::Run request;
  request.job = job;
  request.sampling = wire::Sampling{temperature, count, budget};
  request.deadline = wire::Deadline::role;
  const auto ran = link_.ask_one<wire::Ran>(std::move(request), wire::Deadline::role, stop_);
  std::vector<double> medians;
  for (const wire::PlanTimes& plan : ran.times) {
    std::vector<double> seconds;
    for (const wire::Timed& timed : plan.samples) seconds.push_back(timed.seconds);
    if (seconds.empty()) other_answer();
    medians.push_back(base::median(std::move(seconds)));
  }
  if (medians.size() != job.plans.size()) other_answer();
  return medians;
}

std::int64_t CalibrationKernels::elements() const {
  constexpr std::int64_t grain = 4096;
  const auto room = card_.memory_free / 10 * 8 / static_cast<std::int64_t>(tensors.size() * sizeof(float));
  const std::int64_t fit = std::min(most_elements, room / grain * grain);
  if (fit * static_cast<std::int64_t>(sizeof(float)) < 2 * card_.l2) {
    throw DeviceError(
        base::say("device.memory", {{"needed", base::show(base::Bytes{5 * std::ssize(tensors) / 2 * card_.l2})},
                                    {"free", base::show(base::Bytes{card_.memory_free})}}),
        std::string(base::text("device.close_programs")));
  }
  return fit;
}

std::vector<wire::Buffer> CalibrationKernels::buffers(std::int64_t elements) {
  std::vector<wire::Buffer> all;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    all.push_back({elements * static_cast<std::int64_t>(sizeof(float)), wire::Dtype::f32,
                   tensors[i].starts_with("out") ? wire::Fill::poison : wire::Fill::random, 1, i});
  }
  return all;
}

}  // namespace device::cuda_client
