// Batch times, so that neither a first touch nor the clock's own grain is in them; what a cold start adds is measured
// apart, with the launch.
#include "device/cuda_client/calibrate.hpp"

#include "base/dates.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "chain/parser.hpp"
#include "device/cuda_client/calibration_kernels.hpp"
#include "device/cuda_client/lowered.hpp"
#include "device/cuda_client/streams.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>

namespace device::cuda_client {
namespace {

constexpr std::int64_t least_set = 64 << 10, most_set = 1 << 30;
constexpr int graph_nodes = 64;
constexpr int launch_samples = 61;

class Calibration {
 public:
  Calibration(Connection& link, const wire::Card& card, const std::optional<machine::DeviceSpec>& sheet,
              const std::function<void(double, std::string_view)>& progress, const std::stop_token& stop)
      : link_(link), card_(card), progress_(progress), stop_(stop) {
    if (sheet) spec_ = *sheet;
    spec_.id = spec_id(card);
    spec_.name = card.name;
    spec_.kind = machine::Kind::gpu;
    spec_.calibrated_on = base::today();
    spec_.processors = card.multiprocessors;
    spec_.persistent_row = {static_cast<double>(codegen::limits(target_of(card)).persistent_row),
                            std::string(base::text("device.told"))};
    source_ = base::say("device.measured_on", {{"card", card.name}, {"date", spec_.calibrated_on}});
    // What the card tells of itself is nearer to it than a sheet.
    if (card.l2 > 0) spec_.last_level_cache = {static_cast<double>(card.l2), std::string(base::text("device.told"))};
  }

  machine::DeviceSpec run() {
    say(0.0, "device.calibrate.compile");
    kernels_.emplace(link_, card_, stop_);
    say(0.2, "device.calibrate.roads");
    roads();
    say(0.5, "device.calibrate.cache");
    working_sets();
    cache_roads();
    say(0.6, "device.calibrate.launch");
    launches();
    say(0.7, "device.calibrate.arithmetic");
    arithmetic();
    products();
    streams_by();
    say(1.0, "device.calibrate.done");
    return std::move(spec_);
  }

 private:
  void say(double share, std::string_view key) const {
    if (stop_.stop_requested()) throw base::Cancelled();
    if (progress_) progress_(share, base::text(key));
  }
  [[nodiscard]] machine::Sourced sourced(double value) const { return {value, source_}; }

  void roads() {
    const std::int64_t n = kernels_->elements();
    wire::Job job;
    job.buffers = kernels_->buffers(n);
    const std::vector<const codegen::LibraryKernel*> kernels = kernels_->roads();
    for (const codegen::LibraryKernel* kernel : kernels) job.plans.push_back(kernels_->plan_of(*kernel, n));
    for (const codegen::LibraryKernel* kernel : kernels) job.plans.push_back(kernels_->plan_of(*kernel, n / 2));
    const std::vector<double> seconds = kernels_->times(job, wire::Temperature::batch);
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
    const codegen::LibraryKernel& copy = kernels_->named("copy");
    wire::Job job;
    job.buffers = kernels_->buffers(kernels_->elements());
    const std::int64_t most = std::min(most_set, 2 * job.buffers.front().bytes);
    std::vector<std::int64_t> sets;
    for (std::int64_t bytes = least_set; bytes <= most; bytes *= 2) {
      sets.push_back(bytes);
      job.plans.push_back(kernels_->plan_of(copy, bytes / 2 / static_cast<std::int64_t>(sizeof(float))));
    }
    const std::vector<double> seconds = kernels_->times(job, wire::Temperature::batch);
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
    const std::vector<const codegen::LibraryKernel*> kernels = kernels_->roads();
    std::vector<double> more;  // bytes of the larger set beyond the smaller
    const auto add = [&](const codegen::LibraryKernel& kernel, std::int64_t set) {
      const std::int64_t n = set / (kernel.bytes_read + kernel.bytes_written) / grain * grain;
      wire::Plan& plan = job.plans.emplace_back(kernels_->plan_of(kernel, n));
      plan.steps.resize(nodes, wire::Step(plan.steps.front()));
      return static_cast<double>(n * (kernel.bytes_read + kernel.bytes_written));
    };
    for (const codegen::LibraryKernel* kernel : kernels) {
      const double small = add(*kernel, card_.l2 / 8);
      more.push_back(add(*kernel, card_.l2 / 8 * 3) - small);
    }
    job.buffers = kernels_->buffers(card_.l2 / 8 * 3 / static_cast<std::int64_t>(sizeof(float)));
    const std::vector<double> seconds = kernels_->times(job, wire::Temperature::batch);
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
    const codegen::LibraryKernel &copy = kernels_->named("copy"), &empty = kernels_->named("empty");
    const std::int64_t small = least_set / 2 / static_cast<std::int64_t>(sizeof(float));
    const wire::Plan one = kernels_->plan_of(copy, small);
    wire::Plan many = one;
    for (const codegen::LibraryKernel* kernel : kernels_->roads()) {
      if (kernel != &copy) many.steps.push_back(kernels_->plan_of(*kernel, small).steps.front());
    }
    const auto more = static_cast<double>(many.steps.size() - 1);
    wire::Job job;
    job.buffers = kernels_->buffers(least_set);
    job.plans = {one, std::move(many)};
    struct Pair {
      double gap, first;
    };
    const auto pair = [&](wire::Submit submit, wire::Temperature temperature) {
      job.submit = submit;
      const std::vector<double> seconds = kernels_->times(job, temperature, launch_samples);
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
    wire::Plan orders = kernels_->plan_of(empty, 0);
    orders.steps.resize(graph_nodes, wire::Step(orders.steps.front()));
    wire::Job host;
    host.plans = {std::move(orders)};
    spec_.batch_launch = sourced(kernels_->times(host, wire::Temperature::batch).front() / graph_nodes);
  }

  void arithmetic() {
    wire::Job job;
    job.buffers = {{64, wire::Dtype::f32, wire::Fill::zero, 0, 0}};
    spec_.roofs.clear();
    std::vector<std::pair<std::string, double>> roofs;  // name, flops of one run
    for (const codegen::LibraryKernel& kernel : kernels_->library()) {
      if (kernel.flops_per_block == 0) continue;
      wire::Plan plan = kernels_->plan_of(kernel, 0);
      auto& only = std::get<wire::Kernel>(plan.steps.front());
      for (wire::Argument& argument : only.arguments) argument.value = 0;  // the one buffer, n = 0
      const auto blocks = static_cast<double>(only.grid[0]);
      const bool tensor = kernel.name.starts_with("mma");
      roofs.emplace_back(base::text(tensor ? "device.roof.tensor_bf16" : "device.roof.cuda_f32"),
                         blocks * static_cast<double>(kernel.flops_per_block));
      job.plans.push_back(std::move(plan));
    }
    for (const OpKernel& op : kernels_->ops()) job.plans.push_back({{op.kernel}});
    const std::vector<double> seconds = kernels_->times(job, wire::Temperature::batch);
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
    const std::vector<OpKernel>& ops = kernels_->ops();
    const double around = seconds.front();
    for (std::size_t i = 1; i < ops.size(); ++i) {
      const double cost = std::max(0.0, seconds[i] - around) / ops[i].applications;
      // Arithmetic is f32 whatever is stored; the conversions have prices of their own.
      for (const chain::Dtype dtype : dtypes) keep(ops[i].op, dtype, cost);
      if (ops[i].op == "cast") {  // its loop goes there and back
        for (const chain::Dtype dtype : dtypes) keep("cast", dtype, cost / 2);
        for (const chain::Dtype dtype : {chain::Dtype::f16, chain::Dtype::bf16}) {
          keep("load", dtype, cost / 2);
          keep("store", dtype, cost / 2);
        }
      }
      // A reduction does one of these an element.
      for (const chain::Dtype dtype : dtypes) {
        if (ops[i].op == "add") {
          keep("sum", dtype, cost);
          keep("mean", dtype, cost);
        }
        if (ops[i].op == "maximum") keep("max", dtype, cost);
      }
    }
  }

  /// A multiply and an add of a large product by the library. Where there is none, products stand at the roof.
  void products() {
    constexpr std::int64_t side = 4096;
    // Of full waves: the last one is not, and the model counts that for each product (model/product.hpp).
    constexpr std::int64_t tiles = side / 128 * (side / 256);
    const std::int64_t workers = std::max(1, card_.multiprocessors), waves = (tiles + workers - 1) / workers;
    const double filled = static_cast<double>(tiles) / static_cast<double>(waves * workers);
    const codegen::Target target = target_of(card_);
    for (const std::string_view dtype : {"f32", "f16", "bf16"}) {
      const auto chain = chain::parse(fmt::format("x: {0}[{1}, {1}]; w: {0}[{1}, {1}]; y = x @ w", dtype, side));
      const auto plan = plan::segment(std::make_shared<const chain::Chain>(chain.value()),
                                      {plan::Cuts::Kind::every, {}}, codegen::limits(target));
      const wire::Job job = lower({{plan.value()}}, target, wire::Submit::stream, codegen::lower).job;
      try {
        const double seconds = kernels_->times(job, wire::Temperature::batch).front();
        spec_.op_cost["matmul:" + std::string(dtype)] = filled * seconds / (static_cast<double>(side) * side * side);
      } catch (const Refused& refused) {
        if (refused.failure.kind != wire::Failure::Kind::library) throw;
        return;
      }
    }
  }

  /// What arithmetic costs where tensors stream by.
  void streams_by() {
    wire::Job job;
    for (const auto dtype : {wire::Dtype::f32, wire::Dtype::bf16}) {
      const std::int64_t bytes = kernels_->stream_elements() * (dtype == wire::Dtype::f32 ? 4 : 2);
      job.buffers.push_back({bytes, dtype, wire::Fill::random, 1, 0});
      job.buffers.push_back({bytes, dtype, wire::Fill::poison, 0, 0});
    }
    for (const wire::Kernel& kernel : kernels_->stream_kernels()) job.plans.push_back({{kernel}});
    const std::vector<double> seconds = kernels_->times(job, wire::Temperature::batch);
    const double start = spec_.launch.value + spec_.ramp.value;
    std::vector<StreamTime> known;
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      known.push_back({streams()[i], std::max(0.0, seconds[i] - start)});
    }
    spec_.overlap = sourced(0);
    spec_.row_code = sourced(0);
    price_streams(spec_, known, kernels_->stream_elements());
  }

  Connection& link_;
  const wire::Card& card_;
  const std::function<void(double, std::string_view)>& progress_;
  const std::stop_token& stop_;
  std::string source_;
  machine::DeviceSpec spec_;
  std::optional<CalibrationKernels> kernels_;
  double road_start_ = 0;  ///< seconds of a copy that are none of its bytes, run after run
};

}  // namespace

machine::DeviceSpec calibrate(Connection& link, const wire::Card& card, const std::optional<machine::DeviceSpec>& sheet,
                              const std::function<void(double, std::string_view)>& progress,
                              const std::stop_token& stop) {
  return Calibration(link, card, sheet, progress, stop).run();
}

std::string spec_id(const wire::Card& card) {
  return fmt::format("{}", fmt::join(base::plain_words(card.name), "-"));
}

}  // namespace device::cuda_client
