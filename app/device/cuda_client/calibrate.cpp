// Batch times, so that neither a first touch nor the clock's own grain is in them; what a cold start adds is measured
// apart, with the launch.
#include "device/cuda_client/calibrate.hpp"

#include "base/dates.hpp"
#include "base/median.hpp"
#include "base/words.hpp"
#include "chain/parser.hpp"
#include "codegen/kernel_library.hpp"
#include "codegen/op_loop.hpp"
#include "codegen/prelude.hpp"
#include "device/cuda_client/lowered.hpp"
#include "device/cuda_client/streams.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace device::cuda_client {
namespace {

constexpr std::int64_t most_elements = std::int64_t{1} << 27;  // 512 MiB of f32: far beyond any L2
constexpr std::int64_t least_set = 64 << 10, most_set = 1 << 30;
constexpr std::int64_t stream_elements = std::int64_t{1} << 25;  // of what is computed while it streams by
constexpr int graph_nodes = 64;
constexpr int samples = 15, launch_samples = 61;
constexpr double ceilings_compile_seconds = 60, ceilings_run_seconds = 60;
constexpr double budget = 1.5;  // seconds of one job's samples

// Buffers of the roads.
constexpr std::array<std::string_view, 12> tensors{"a",   "b",    "c",    "d",    "e",    "f",
                                                   "out", "out2", "out3", "out4", "out5", "out6"};

class Calibration {
 public:
  Calibration(Connection& link, const wire::Card& card, const std::optional<machine::DeviceSpec>& sheet,
              const std::function<void(double, std::string_view)>& progress, const std::stop_token& stop)
      : link_(link), card_(card), target_(target_of(card)), progress_(progress), stop_(stop) {
    if (sheet) spec_ = *sheet;
    spec_.id = spec_id(card);
    spec_.name = card.name;
    spec_.kind = machine::Kind::gpu;
    spec_.calibrated_on = base::today();
    spec_.processors = card.multiprocessors;
    spec_.persistent_row = {static_cast<double>(codegen::limits(target_).persistent_row),
                            std::string(base::text("device.told"))};
    source_ = base::say("device.measured_on", {{"card", card.name}, {"date", spec_.calibrated_on}});
    // What the card tells of itself is nearer to it than a sheet.
    if (card.l2 > 0) spec_.last_level_cache = {static_cast<double>(card.l2), std::string(base::text("device.told"))};
  }

  machine::DeviceSpec run() {
    say(0.0, "device.calibrate.compile");
    load();
    say(0.2, "device.calibrate.roads");
    roads();
    say(0.5, "device.calibrate.cache");
    working_sets();
    cache_roads();
    say(0.6, "device.calibrate.launch");
    launches();
    say(0.7, "device.calibrate.arithmetic");
    arithmetic();
    streams_by();
    say(1.0, "device.calibrate.done");
    return std::move(spec_);
  }

 private:
  struct OpKernel {
    std::string op;  ///< empty: the loop around the ops
    wire::Kernel kernel;
    double applications = 0;  ///< of all threads
  };

  void say(double share, std::string_view key) const {
    if (stop_.stop_requested()) throw base::Cancelled();
    if (progress_) progress_(share, base::text(key));
  }
  [[nodiscard]] machine::Sourced sourced(double value) const { return {value, source_}; }

  /// Compiles everything at once: the worker has several compilers.
  void load() {
    auto library = codegen::load_library("calibration");
    if (!library) throw DeviceError(base::render(library.error()));
    library_ = std::move(*library);
    std::erase_if(library_.kernels, [&](const codegen::LibraryKernel& kernel) {
      return kernel.compute_capability > target_.compute_capability;
    });
    std::vector<wire::Body> requests;
    const auto ask = [&](const std::string& prelude, const codegen::Kernel& kernel) {
      requests.push_back(wire::Compile{prelude + "\n" + kernel.source, target_.compute_capability, kernel.options});
    };
    for (const codegen::LibraryKernel& kernel : library_.kernels) {
      codegen::Kernel plain;
      plain.source = kernel.source;
      plain.options = kernel.options;
      ask(codegen::prelude_for(kernel.source), plain);
    }
    const auto add = [&](std::optional<chain::Op> op) {
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
      ask(loop->prelude, loop->kernel);
    };
    add(std::nullopt);
    for (const chain::OpInfo& info : chain::op_table()) add(info.op);
    stream_elements_ = std::min(stream_elements, elements());
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
      const std::int64_t first = stream.dtype == chain::Dtype::f32 ? 0 : 2;  // of the buffers in streams_by()
      for (const codegen::Argument& argument : lowered.arguments) {
        const bool tensor = argument.kind == codegen::Argument::Kind::tensor;
        kernel.arguments.push_back(tensor ? wire::Argument{wire::Argument::Kind::buffer, first + (argument.index > 0)}
                                          : wire::Argument{wire::Argument::Kind::integer, argument.integer});
      }
      stream_kernels_.push_back(std::move(kernel));
      ask(program.prelude, lowered);
    }
    const std::vector<wire::Body> answers = link_.ask(std::move(requests), ceilings_compile_seconds, stop_);
    const auto cubin = [&](std::size_t at) {
      const auto* compiled = std::get_if<wire::Compiled>(&answers[at]);
      return compiled == nullptr ? std::string() : compiled->cubin;
    };
    for (std::size_t i = 0; i < library_.kernels.size(); ++i) cubins_[library_.kernels[i].name] = cubin(i);
    for (std::size_t i = 0; i < ops_.size(); ++i) ops_[i].kernel.cubin = cubin(library_.kernels.size() + i);
    for (std::size_t i = 0; i < stream_kernels_.size(); ++i) {
      stream_kernels_[i].cubin = cubin(library_.kernels.size() + ops_.size() + i);
    }
  }

  [[nodiscard]] wire::Plan plan_of(const codegen::LibraryKernel& library, std::int64_t elements) const {
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

  /// Median seconds of each plan of the job.
  [[nodiscard]] std::vector<double> times(const wire::Job& job, wire::Temperature temperature, int count = samples) {
    wire::Run request;
    request.job = job;
    request.sampling = wire::Sampling{temperature, count, budget};
    request.deadline = ceilings_run_seconds;
    const auto ran = link_.ask_one<wire::Ran>(std::move(request), ceilings_run_seconds, stop_);
    std::vector<double> medians;
    for (const wire::PlanTimes& plan : ran.times) {
      std::vector<double> seconds;
      for (const wire::Timed& timed : plan.samples) seconds.push_back(timed.seconds);
      if (seconds.empty()) throw DeviceError(std::string(base::text("cuda.wrong_answer")));
      medians.push_back(base::median(std::move(seconds)));
    }
    if (medians.size() != job.plans.size()) throw DeviceError(std::string(base::text("cuda.wrong_answer")));
    return medians;
  }

  /// Elements of a tensor of which all of `tensors` fit into the card beside what else is there.
  [[nodiscard]] std::int64_t elements() const {
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

  [[nodiscard]] static std::vector<wire::Buffer> buffers(std::int64_t elements) {
    std::vector<wire::Buffer> all;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
      all.push_back({elements * static_cast<std::int64_t>(sizeof(float)), wire::Dtype::f32,
                     tensors[i].starts_with("out") ? wire::Fill::poison : wire::Fill::random, 1, i});
    }
    return all;
  }

  void roads() {
    const std::int64_t n = elements();
    wire::Job job;
    job.buffers = buffers(n);
    std::vector<const codegen::LibraryKernel*> kernels;
    for (const codegen::LibraryKernel& kernel : library_.kernels) {
      if (kernel.bytes_read + kernel.bytes_written == 0) continue;
      kernels.push_back(&kernel);
      job.plans.push_back(plan_of(kernel, n));
    }
    for (const codegen::LibraryKernel* kernel : kernels) job.plans.push_back(plan_of(*kernel, n / 2));
    const std::vector<double> seconds = times(job, wire::Temperature::batch);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      const auto read = static_cast<double>(kernels[i]->bytes_read),
                 all = read + static_cast<double>(kernels[i]->bytes_written);
      // What the other half takes more: starting and stopping is not in it. On a disturbed card the whole has to do.
      const double whole = seconds[i], half = seconds[kernels.size() + i];
      const double more = half < whole ? whole - half : whole / 2;
      if (kernels[i]->name == "copy") road_start_ = std::max(0.0, whole - 2 * more);
      spec_.mixes.push_back({read / all, machine::Store::cached, {all * static_cast<double>(n - n / 2) / more}});
    }
    std::ranges::sort(spec_.mixes, {}, &machine::MixBandwidth::read_share);
  }

  /// Copies of 64 KiB to 1 GiB in all, each again and again.
  void working_sets() {
    const codegen::LibraryKernel* copy = library_.find("copy");
    if (copy == nullptr) throw DeviceError(std::string(base::text("cuda.wrong_answer")));
    wire::Job job;
    job.buffers = buffers(elements());
    const std::int64_t most = std::min(most_set, 2 * job.buffers.front().bytes);
    std::vector<std::int64_t> sets;
    for (std::int64_t bytes = least_set; bytes <= most; bytes *= 2) {
      sets.push_back(bytes);
      job.plans.push_back(plan_of(*copy, bytes / 2 / static_cast<std::int64_t>(sizeof(float))));
    }
    const std::vector<double> seconds = times(job, wire::Temperature::batch);
    for (std::size_t i = 0; i < sets.size(); ++i) {
      spec_.working_sets.push_back({{sets[i]}, {static_cast<double>(sets[i]) / seconds[i]}});
      // What twice the bytes take more: the launch is not in it. The largest set that surely fits the cache counts.
      const bool fits = i > 0 && sets[i] <= card_.l2 / 4 * 3 && seconds[i] > seconds[i - 1];
      if (fits) {
        spec_.cache_bandwidth = sourced(static_cast<double>(sets[i] - sets[i - 1]) / (seconds[i] - seconds[i - 1]));
      }
    }
  }

  /// What the L2 serves of each mix: tensors that fit it, again and again. As a graph, or the host would set the pace.
  void cache_roads() {
    constexpr std::int64_t grain = 4096;
    constexpr std::size_t nodes = 16;
    wire::Job job;
    job.submit = wire::Submit::graph;
    std::vector<const codegen::LibraryKernel*> kernels;
    std::vector<double> more;  // bytes of the larger set beyond the smaller
    const auto add = [&](const codegen::LibraryKernel& kernel, std::int64_t set) {
      const std::int64_t n = set / (kernel.bytes_read + kernel.bytes_written) / grain * grain;
      wire::Plan& plan = job.plans.emplace_back(plan_of(kernel, n));
      plan.kernels.resize(nodes, wire::Kernel(plan.kernels.front()));
      return static_cast<double>(n * (kernel.bytes_read + kernel.bytes_written));
    };
    for (const codegen::LibraryKernel& kernel : library_.kernels) {
      if (kernel.bytes_read + kernel.bytes_written == 0) continue;
      kernels.push_back(&kernel);
      const double small = add(kernel, card_.l2 / 8);
      more.push_back(add(kernel, card_.l2 / 8 * 3) - small);
    }
    job.buffers = buffers(card_.l2 / 8 * 3 / static_cast<std::int64_t>(sizeof(float)));
    const std::vector<double> seconds = times(job, wire::Temperature::batch);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      const double longer = (seconds[2 * i + 1] - seconds[2 * i]) / nodes;
      if (longer <= 0 || more[i] <= 0) continue;  // a disturbed card: the mixes beside it have to do
      const auto read = static_cast<double>(kernels[i]->bytes_read),
                 all = read + static_cast<double>(kernels[i]->bytes_written);
      spec_.cache_mixes.push_back({read / all, machine::Store::cached, {more[i] / longer}});
    }
    std::ranges::sort(spec_.cache_mixes, {}, &machine::MixBandwidth::read_share);
  }

  /// Kernels so small that their bytes take no time, each another one, as a plan's are: what each more of them takes is
  /// the gap, what the first takes beyond that the lead. The orders of a cold run wait on the card already when it
  /// begins; run after run the host has to keep up, which may take longer.
  void launches() {
    const codegen::LibraryKernel *copy = library_.find("copy"), *empty = library_.find("empty");
    if (copy == nullptr || empty == nullptr) throw DeviceError(std::string(base::text("cuda.wrong_answer")));
    const std::int64_t small = least_set / 2 / static_cast<std::int64_t>(sizeof(float));
    const wire::Plan one = plan_of(*copy, small);
    wire::Plan many = one;
    for (const codegen::LibraryKernel& kernel : library_.kernels) {
      if (kernel.bytes_read + kernel.bytes_written == 0 || &kernel == copy) continue;
      many.kernels.push_back(plan_of(kernel, small).kernels.front());
    }
    const auto more = static_cast<double>(many.kernels.size() - 1);
    wire::Job job;
    job.buffers = buffers(least_set);
    job.plans = {one, std::move(many)};
    struct Pair {
      double gap, first;
    };
    const auto pair = [&](wire::Submit submit, wire::Temperature temperature) {
      job.submit = submit;
      const std::vector<double> seconds = times(job, temperature, launch_samples);
      const double gap = std::max(0.0, seconds[1] - seconds[0]) / more;
      return Pair{gap, std::max(0.0, seconds[0] - gap)};
    };
    const Pair stream = pair(wire::Submit::stream, wire::Temperature::cold);
    const Pair graph = pair(wire::Submit::graph, wire::Temperature::cold);
    const Pair again = pair(wire::Submit::graph, wire::Temperature::batch);
    spec_.launch = sourced(stream.gap);
    spec_.start = sourced(stream.first);
    spec_.graph_launch = sourced(graph.gap);
    spec_.graph_start = sourced(graph.first);
    spec_.graph_again = sourced(again.gap);
    spec_.graph_submit = sourced(again.first);
    spec_.ramp = sourced(std::max(0.0, road_start_ - stream.gap));
    wire::Plan orders = plan_of(*empty, 0);
    orders.kernels.resize(graph_nodes, wire::Kernel(orders.kernels.front()));
    wire::Job host;
    host.plans = {std::move(orders)};
    spec_.batch_launch = sourced(times(host, wire::Temperature::batch).front() / graph_nodes);
  }

  void arithmetic() {
    wire::Job job;
    job.buffers = {{64, wire::Dtype::f32, wire::Fill::zero, 0, 0}};
    spec_.roofs.clear();
    std::vector<std::pair<std::string, double>> roofs;  // name, flops of one run
    for (const codegen::LibraryKernel& kernel : library_.kernels) {
      if (kernel.flops_per_block == 0) continue;
      wire::Plan plan = plan_of(kernel, 0);
      for (wire::Argument& argument : plan.kernels.front().arguments) argument.value = 0;  // the one buffer, n = 0
      const auto blocks = static_cast<double>(plan.kernels.front().grid[0]);
      const bool tensor = kernel.name.starts_with("mma");
      roofs.emplace_back(base::text(tensor ? "device.roof.tensor_bf16" : "device.roof.cuda_f32"),
                         blocks * static_cast<double>(kernel.flops_per_block));
      job.plans.push_back(std::move(plan));
    }
    for (const OpKernel& op : ops_) job.plans.push_back({{op.kernel}});
    const std::vector<double> seconds = times(job, wire::Temperature::batch);
    for (std::size_t i = 0; i < roofs.size(); ++i) {
      spec_.roofs.push_back({roofs[i].first, sourced(roofs[i].second / seconds[i])});
    }
    op_costs(std::span(seconds).subspan(roofs.size()));
  }

  void op_costs(std::span<const double> seconds) {
    constexpr std::array dtypes{chain::Dtype::f32, chain::Dtype::f16, chain::Dtype::bf16};
    const auto keep = [&](std::string_view what, chain::Dtype dtype, double cost) {
      spec_.op_cost[std::string(what) + ":" + std::string(chain::name(dtype))] = cost;
    };
    const double around = seconds.front();
    for (std::size_t i = 1; i < ops_.size(); ++i) {
      const double cost = std::max(0.0, seconds[i] - around) / ops_[i].applications;
      // Arithmetic is f32 whatever is stored; the conversions have prices of their own.
      for (const chain::Dtype dtype : dtypes) keep(ops_[i].op, dtype, cost);
      if (ops_[i].op == "cast") {  // its loop goes there and back
        for (const chain::Dtype dtype : dtypes) keep("cast", dtype, cost / 2);
        for (const chain::Dtype dtype : {chain::Dtype::f16, chain::Dtype::bf16}) {
          keep("load", dtype, cost / 2);
          keep("store", dtype, cost / 2);
        }
      }
      // A reduction does one of these an element.
      for (const chain::Dtype dtype : dtypes) {
        if (ops_[i].op == "add") {
          keep("sum", dtype, cost);
          keep("mean", dtype, cost);
        }
        if (ops_[i].op == "maximum") keep("max", dtype, cost);
      }
    }
  }

  /// What arithmetic costs where tensors stream by.
  void streams_by() {
    wire::Job job;
    for (const auto dtype : {wire::Dtype::f32, wire::Dtype::bf16}) {
      const std::int64_t bytes = stream_elements_ * (dtype == wire::Dtype::f32 ? 4 : 2);
      job.buffers.push_back({bytes, dtype, wire::Fill::random, 1, 0});
      job.buffers.push_back({bytes, dtype, wire::Fill::poison, 0, 0});
    }
    for (const wire::Kernel& kernel : stream_kernels_) job.plans.push_back({{kernel}});
    const std::vector<double> seconds = times(job, wire::Temperature::batch);
    const double start = spec_.launch.value + spec_.ramp.value;
    std::vector<StreamTime> known;
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      known.push_back({streams()[i], std::max(0.0, seconds[i] - start)});
    }
    spec_.overlap = sourced(0);
    spec_.row_code = sourced(0);
    price_streams(spec_, known, stream_elements_);
  }

  Connection& link_;
  const wire::Card& card_;
  const codegen::Target target_;
  const std::function<void(double, std::string_view)>& progress_;
  const std::stop_token& stop_;
  std::string source_;
  machine::DeviceSpec spec_;
  codegen::KernelLibrary library_;
  std::map<std::string, std::string> cubins_;
  std::vector<OpKernel> ops_;
  std::int64_t stream_elements_ = 0;
  std::vector<wire::Kernel> stream_kernels_;  ///< of streams()
  double road_start_ = 0;                     ///< seconds of a copy that are none of its bytes, run after run
};

}  // namespace

machine::DeviceSpec calibrate(Connection& link, const wire::Card& card, const std::optional<machine::DeviceSpec>& sheet,
                              const std::function<void(double, std::string_view)>& progress,
                              const std::stop_token& stop) {
  return Calibration(link, card, sheet, progress, stop).run();
}

std::string spec_id(const wire::Card& card) {
  std::string id;
  for (const char c : card.name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      id += static_cast<char>(std::tolower(c));
    } else if (!id.empty() && id.back() != '-') {
      id += '-';
    }
  }
  while (id.ends_with('-')) id.pop_back();
  return id;
}

}  // namespace device::cuda_client
